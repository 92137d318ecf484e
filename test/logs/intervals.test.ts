import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countBlocks,
  covers,
  intersect,
  subtract,
  toIntervalSet,
  unite,
  type IntervalSet,
} from '../../src/logs/intervals.ts'

const interval = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: -2, max: 12 }))
  .map(([from, length]) => ({ from: BigInt(from), to: BigInt(from + length) }))
const intervals = fc.array(interval, { maxLength: 12 })

const blocksOf = (list: IntervalSet) => {
  const blocks = new Set<bigint>()
  for (const { from, to } of list) for (let block = from; block <= to; block++) blocks.add(block)
  return blocks
}

const expectSet = (set: IntervalSet) => {
  for (const [index, { from, to }] of set.entries()) {
    expect(from <= to).toBe(true)
    const next = set[index + 1]
    // Touching intervals are joined, so a block lies between any two.
    if (next) expect(next.from > to + 1n).toBe(true)
  }
}

describe('interval algebra agrees with sets of block numbers', () => {
  const sets = fc.tuple(intervals, intervals).map(([a, b]) => [toIntervalSet(a), toIntervalSet(b)] as const)

  test('toIntervalSet', () => {
    fc.assert(
      fc.property(intervals, (list) => {
        const set = toIntervalSet(list)
        expectSet(set)
        expect(blocksOf(set)).toEqual(blocksOf(list))
      }),
    )
  })

  test('unite, subtract, intersect', () => {
    fc.assert(
      fc.property(sets, ([a, b]) => {
        const [blocksA, blocksB] = [blocksOf(a), blocksOf(b)]
        for (const [result, expected] of [
          [unite(a, b), [...blocksA, ...blocksB]],
          [subtract(a, b), [...blocksA].filter((block) => !blocksB.has(block))],
          [intersect(a, b), [...blocksA].filter((block) => blocksB.has(block))],
        ] as const) {
          expectSet(result)
          expect(blocksOf(result)).toEqual(new Set(expected))
        }
      }),
    )
  })

  test('countBlocks and covers', () => {
    fc.assert(
      fc.property(intervals, interval, (list, one) => {
        const set = toIntervalSet(list)
        const blocks = blocksOf(set)
        expect(countBlocks(set)).toBe(BigInt(blocks.size))
        expect(covers(set, one)).toBe([...blocksOf([one])].every((block) => blocks.has(block)))
      }),
    )
  })
})
