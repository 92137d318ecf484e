import { expect, test } from 'vitest'
import { countRequests } from '../../../../src/logs/scan/estimate/countRequests.ts'

/** Logs of the largest answer that is worth waiting for, with and without a quota. */
test.each([
  [true, 100_000],
  [false, 50_000],
])(
  'answers grow once large ones arrive (rationed: %s): few calls above the minimum',
  (isRationed, largest) => {
    const blocks = 1_000_000
    for (const logs of [420_000, 840_000, 4_200_000]) {
      const calls = countRequests({ parts: [{ blocks }] } as never, logs / blocks, { isRationed })
      const least = Math.ceil(logs / largest)
      expect(calls).toBeLessThanOrEqual(1.3 * least + 5)
      expect(calls).toBeGreaterThanOrEqual(0.9 * least)
    }
  },
)

test('the cap of a node still applies', () => {
  const plan = { parts: [{ blocks: 1_000_000 }] } as never
  const calls = countRequests(plan, 0.84, { results: 10_000, isRationed: true })
  expect(calls).toBeGreaterThanOrEqual(84)
  expect(calls).toBeLessThanOrEqual(84 / 0.75 + 5)
})
