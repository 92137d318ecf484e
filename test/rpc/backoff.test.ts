import { expect, test } from 'vitest'
import { backoff } from '../../src/rpc/backoff.ts'

test('backoff doubles up to its cap, over the whole span', () => {
  const at = (draw: number) =>
    [0, 1, 2, 3, 50].map((n) => backoff(n, { random: () => draw, base: 100, cap: 1_000 }))
  expect(at(0)).toEqual([0, 0, 0, 0, 0])
  expect(at(0.5)).toEqual([50, 100, 200, 400, 500])
  expect(at(1)).toEqual([100, 200, 400, 800, 1_000])
})
