import * as fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { containsFilter } from '../../../src/logs/filter/containsFilter.ts'
import { partsOf, type FilterPart } from '../../../src/logs/filter/Filter.ts'
import { filterKey, parseFilterKey } from '../../../src/logs/filter/filterKey.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import { coverFilters, uniteFilters } from '../../../src/logs/filter/uniteFilters.ts'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const topic = (digit: string): Hex => `0x${digit.repeat(64)}`
const part = (addresses: string | undefined, ...topics: (string | null)[]): FilterPart => ({
  address: addresses === undefined ? undefined : addresses.split('').map(address),
  topics: topics.map((any) => (any === null ? null : any.split('').map(topic))),
})

// Few values, so that filters overlap and contain each other often.
const digits = fc.subarray(['1', '2', '3'], { minLength: 1 }).map((list) => list.join(''))
const arbitraryPart = fc
  .tuple(fc.option(digits, { nil: undefined }), fc.array(fc.option(digits, { nil: null }), { maxLength: 3 }))
  .map(([addresses, topics]) => part(addresses, ...topics))
const arbitraryParts = fc.array(arbitraryPart, { minLength: 1, maxLength: 6 })
const arbitraryLog = fc.record({
  address: fc.constantFrom('1', '2', '3', '4').map(address),
  topics: fc.array(fc.constantFrom('1', '2', '3', '4').map(topic), { maxLength: 4 }),
})

describe('a filter of several', () => {
  test('matches exactly the logs that one of them matches', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryLog, (parts, log) => {
        const matches = parts.some((one) => matchesFilter(one, log))
        const united = uniteFilters(parts)
        expect(matchesFilter(united, log)).toBe(matches)
        // Its address and topics alone match no fewer.
        if (matches) expect(matchesFilter({ ...united, anyOf: undefined }, log)).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is covered by a filter that takes at most two calls', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryLog, (parts, log) => {
        const cover = coverFilters(parts)
        expect(partsOf(cover).length).toBeLessThanOrEqual(2)
        if (parts.some((one) => matchesFilter(one, log))) expect(matchesFilter(cover, log)).toBe(true)
        if (parts.length <= 2) expect(cover).toEqual(uniteFilters(parts))
      }),
      { numRuns: 2_000 },
    )
  })

  test('is the same however the filters are ordered or repeated, and reads back from its key', () => {
    const shuffled = arbitraryParts.chain((parts) =>
      fc.tuple(
        fc.constant(parts),
        fc.shuffledSubarray([...parts, ...parts], { minLength: parts.length * 2 }),
      ),
    )
    fc.assert(
      fc.property(shuffled, ([parts, others]) => {
        const united = uniteFilters(parts)
        expect(uniteFilters(others)).toEqual(united)
        expect(uniteFilters(partsOf(united))).toEqual(united)
        expect(parseFilterKey(filterKey(united))).toEqual(united)
      }),
    )
  })

  test('contains each of them, and no filter with other logs', () => {
    fc.assert(
      fc.property(arbitraryParts, arbitraryPart, arbitraryLog, (parts, other, log) => {
        const united = uniteFilters(parts)
        expect(parts.every((one) => containsFilter(united, one))).toBe(true)
        if (containsFilter(united, other) && matchesFilter(other, log))
          expect(matchesFilter(united, log)).toBe(true)
      }),
    )
  })

  test('becomes one call where a node can apply them together', () => {
    expect(uniteFilters([part('1', '1'), part('2', '1')])).toEqual(part('12', '1'))
    expect(uniteFilters([part('1', '1', '2'), part('1', '1', '3')])).toEqual(part('1', '1', '23'))
    expect(uniteFilters([part('1', '1', '2'), part('1', '1')])).toEqual(part('1', '1'))
    expect(uniteFilters([part(undefined, '1'), part('1', '1')])).toEqual(part(undefined, '1'))
    // Joined in pairs, then all four.
    const four = ['1', '2'].flatMap((a) => ['1', '2'].map((b) => part(a, b)))
    expect(uniteFilters(four)).toEqual(part('12', '12'))
  })

  test('stays in parts where it would match other logs', () => {
    const from = part('1', '1', '2')
    const to = part('1', '1', null, '2')
    expect(uniteFilters([from, to])).toEqual({ ...part('1', '1', null), anyOf: [from, to] })
    expect(partsOf(uniteFilters([part('1', '1'), part('2', '2')]))).toHaveLength(2)
    // A trailing `null` requires a topic more.
    expect(partsOf(uniteFilters([part('1', '1', '2'), part('1', '1', '3', null)]))).toHaveLength(2)
  })
})
