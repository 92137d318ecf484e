import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  fromStateText,
  readStateParts,
  toStateText,
  writeStateParts,
} from '../../../src/logs/cache/stateText.ts'
import { runInSlices } from '../../../src/rpc/runInSlices.ts'

test('keeps every state of plain values, whatever its fields are called', () => {
  const state = fc.anything({
    withBigInt: true,
    withMap: true,
    withSet: true,
    withDate: true,
    withNullPrototype: false,
    key: fc.oneof(fc.string(), fc.constantFrom('__proto__', '$type', 'value', 'toString')),
  })
  fc.assert(
    fc.property(state, (value) => {
      expect(fromStateText(toStateText(value))).toEqual(value)
    }),
  )
})

test.each([
  undefined,
  Number.NaN,
  -0,
  new Date(Number.NaN),
  { $type: 'bigint', value: '5' },
  { list: [{ $type: 'undefined' }, undefined, ['bigint', '5']] },
  {
    sum: 2n ** 200n,
    owners: new Map([['0x1', new Set([1n, -2n])]]),
    byId: new Map([[5n, { list: [null, 'a', 1.5, Number.POSITIVE_INFINITY, undefined] }]]),
    last: new Map([['0x1', undefined]]),
    at: new Date(0),
  },
])('keeps the state %o', (state) => {
  expect(fromStateText(toStateText(state))).toEqual(state)
})

test('writes and reads a large state in slices', async () => {
  const state = new Map(Array.from({ length: 10_000 }, (_, at) => [`0x${at.toString(16)}`, BigInt(at)]))
  const parts = [...writeStateParts(state)]
  expect(parts.length).toBeGreaterThan(3)
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(100_000)
  const { result } = await runInSlices(readStateParts(parts))
  expect([...(result as typeof state)]).toEqual([...state])
  expect(() => [...readStateParts(parts.slice(1))]).toThrow('stored state')
  expect(() => [...readStateParts(parts.slice(0, -1))]).toThrow('A stored state is incomplete.')
})

test('refuses a state that contains itself, but not one that contains a value twice', () => {
  const node: { next?: unknown } = {}
  node.next = new Map([['back', [node]]])
  expect(() => toStateText({ node })).toThrow('A state with a value that contains itself cannot be stored.')
  const shared = { sum: 1n }
  expect(fromStateText(toStateText([shared, shared]))).toEqual([shared, shared])
})

test.each([() => {}, Symbol('a'), new Uint8Array(2), new Error('no')])('refuses %o', (value) => {
  expect(() => toStateText({ value })).toThrow('cannot be stored')
})
