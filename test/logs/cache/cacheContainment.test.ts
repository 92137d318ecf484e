import fc from 'fast-check'
import type { Address, Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { clipSegment, selectPart } from '../../../src/logs/columns/clipSegment.ts'
import { countLogs, readSelection } from '../../../src/logs/columns/LogSelection.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { selectRows } from '../../../src/logs/columns/selectRows.ts'
import { containsFilter } from '../../../src/logs/filter/containsFilter.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { filterKey, parseFilterKey } from '../../../src/logs/filter/filterKey.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import { addresses, Chain, topics } from './cacheChain.ts'
import { filters } from './cacheFilters.ts'

const lastBlock = 60n
const chain = new Chain()
const everything = chain.read({ from: 0n, to: lastBlock }, { address: undefined, topics: [] })
const segment = packLogs(everything)

const unusedAddress: Address = `0x${'9'.repeat(40)}`
const unusedTopic: Hex = `0x${'9'.repeat(64)}`

/** Every combination that could distinguish two of these filters: the values they use, and one that neither uses. */
function* allLogs(): Generator<{ address: Address; topics: readonly Hex[] }, undefined> {
  const tuples = (count: number): Hex[][] =>
    count === 0
      ? [[]]
      : tuples(count - 1).flatMap((tuple) => [...topics, unusedTopic].map((topic) => [...tuple, topic]))
  for (const address of [...addresses, unusedAddress])
    for (let count = 0; count <= 3; count++)
      for (const tuple of tuples(count)) yield { address, topics: tuple }
}
const universe = [...allLogs()]

describe('containsFilter', () => {
  test('is true exactly when no log could match the narrow filter and not the wide one', () => {
    fc.assert(
      fc.property(filters, filters, (wide, narrow) => {
        const stray = universe.find((log) => matchesFilter(narrow, log) && !matchesFilter(wide, log))
        expect(containsFilter(wide, narrow)).toBe(stray === undefined)
      }),
      { numRuns: 2_000 },
    )
  })

  test('holds for every way of narrowing a filter', () => {
    const narrower = filters.chain((wide) =>
      fc.record({
        wide: fc.constant(wide),
        narrow: fc
          .record({
            address: fc.subarray([...(wide.address ?? addresses)], { minLength: 1 }),
            topics: fc.tuple(
              ...[0, 1, 2].map((position) =>
                fc.subarray([...(wide.topics[position] ?? topics)], { minLength: 1 }),
              ),
            ),
            length: fc.integer({ min: wide.topics.length, max: 3 }),
          })
          .map(({ address, topics, length }): Filter => ({ address, topics: topics.slice(0, length) })),
      }),
    )
    fc.assert(
      fc.property(narrower, ({ wide, narrow }) => {
        expect(containsFilter(wide, sorted(narrow))).toBe(true)
        expect(containsFilter(wide, wide)).toBe(true)
      }),
    )
  })

  test('a trailing null requires one more topic', () => {
    const [a] = topics as [Hex]
    const one: Filter = { address: undefined, topics: [[a]] }
    const two: Filter = { address: undefined, topics: [[a], null] }
    expect(containsFilter(one, two)).toBe(true)
    expect(containsFilter(two, one)).toBe(false)
  })
})

describe('selectRows, selectPart and clipSegment', () => {
  test('select the same logs as matchesFilter', () => {
    fc.assert(
      fc.property(filters, fc.nat({ max: 60 }), fc.nat({ max: 60 }), (filter, a, b) => {
        const range = { from: BigInt(Math.min(a, b)), to: BigInt(Math.max(a, b)) }
        expect([...selectRows(segment, filter)].map((index) => segment.get(index))).toEqual(
          everything.filter((log) => matchesFilter(filter, log)),
        )
        expect(readSelection(selectPart(segment, range, filter))).toEqual(chain.read(range, filter))
        expect([...clipSegment(segment, range)]).toEqual(
          chain.read(range, { address: undefined, topics: [] }),
        )
      }),
      { numRuns: 150 },
    )
  })

  test('find few among many, and many among many', () => {
    const unused = Array.from(
      { length: 20 },
      (_, k): Address => `0x${(k + 100).toString(16).padStart(40, '7')}`,
    )
    const filter: Filter = {
      address: [...addresses, ...unused].sort(),
      topics: [[...topics, ...unused.map((address): Hex => `0x${'5'.repeat(24)}${address.slice(2)}`)].sort()],
    }
    expect(readSelection(selectPart(segment, { from: 0n, to: lastBlock }, filter))).toEqual(
      everything.filter((log) => matchesFilter(filter, log)),
    )
    const few: Filter = { address: unused, topics: [] }
    expect(countLogs(selectPart(segment, { from: 0n, to: lastBlock }, few))).toBe(0)
  })

  test('return the segment itself when all of it is selected', () => {
    expect(clipSegment(segment, { from: 0n, to: lastBlock })).toBe(segment)
    expect(selectPart(segment, { from: 0n, to: lastBlock }, { address: undefined, topics: [] })).toEqual({
      segment,
      rows: undefined,
    })
  })
})

describe('filter keys', () => {
  test('survive a round trip', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        expect(parseFilterKey(filterKey(filter))).toEqual(filter)
      }),
    )
  })

  test.each([
    undefined,
    7,
    '',
    '{}',
    '[]',
    '[null]',
    '[null,[[]]]',
    '[[],[]]',
    '[null,[],1]',
    '[null, []]',
    '[["0x12"],[]]',
    JSON.stringify([[addresses[1], addresses[0]], []]),
    JSON.stringify([null, [[topics[0]!.toUpperCase()]]]),
  ])('%j is not a filter key', (key) => {
    expect(parseFilterKey(key)).toBeUndefined()
  })
})

function sorted({ address, topics }: Filter): Filter {
  return { address: address?.toSorted(), topics: topics.map((anyOf) => anyOf?.toSorted() ?? null) }
}
