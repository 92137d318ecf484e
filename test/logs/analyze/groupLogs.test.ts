import fc from 'fast-check'
import { parseAbiItem } from 'viem'
import { expect, test } from 'vitest'
import { groupLogs } from '../../../src/logs/analyze/groupLogs.ts'
import type { GroupLogsOptions, LogGroupBy, LogGroups } from '../../../src/logs/analyze/LogGroup.ts'
import { matchesLocal } from '../../../src/logs/analyze/matchesLocal.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import { createDecoder } from '../../../src/logs/decode/createDecoder.ts'
import { wellKnownEvents } from '../../../src/logs/decode/wellKnownEvents.ts'
import type { LocalFilter } from '../../../src/logs/filter/LocalFilter.ts'
import { createMultichainList } from '../../../src/logs/list/createMultichainList.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { createLogList, type LogList } from '../../../src/logs/list/LogList.ts'
import type { LogRow } from '../../../src/logs/Log.ts'
import { randomLogs, swapEvent, transferEvent } from '../../support/randomLogs.ts'

const decoder = createDecoder([transferEvent, swapEvent])

function finish(logs: LogList<LogRow> | readonly LogRow[], options: GroupLogsOptions): LogGroups {
  const steps = groupLogs(logs, options)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Transfers and swaps, interleaved, in every form that lists hold. */
function formsOf(seed: number, count: number, cut: number, order: 'asc' | 'desc') {
  const logs = [
    ...randomLogs({ seed, count, addresses: 6 }),
    ...randomLogs({ seed, count: Math.ceil(count / 3), event: 'swap', addresses: 6 }).map((log) => ({
      ...log,
      logIndex: log.logIndex + 10_000,
    })),
  ].sort((a, b) => Number(a.blockNumber - b.blockNumber) || a.logIndex - b.logIndex)
  const whole = packLogs(logs)
  const at = Math.floor(cut * logs.length)
  const packed = createPackedLogList({
    segments: [
      packLogs(logs.slice(0, at)),
      { segment: whole, rows: Uint32Array.from({ length: logs.length - at }, (_, k) => at + k) },
    ],
    decoder,
    order,
  })
  const rows = packed.toArray()
  return { packed, list: createLogList(rows), array: rows }
}

const transfer = packLogs(randomLogs({ seed: 1, count: 2 })).topic0(0)!
const swap = packLogs(randomLogs({ seed: 1, count: 2, event: 'swap' })).topic0(0)!
const grouped = fc.constantFrom<LogGroupBy>(
  { field: 'address' },
  { field: 'event' },
  { field: 'event', byTopicCount: true },
  { field: 'topic', position: 0 },
  { field: 'topic', position: 1 },
  { field: 'topic', position: 1, topic0: transfer },
  { field: 'topic', position: 3 },
  { field: 'arg', position: 2, topic0: transfer },
)
const summed = fc.constantFrom(
  undefined,
  { topic0: transfer, position: 2 },
  { topic0: swap, position: 2 },
  { topic0: swap, position: 6 },
  { topic0: transfer, position: 0 },
)

/** Reference implementation. */
function naive(rows: readonly LogRow[], { by, sum }: GroupLogsOptions) {
  const groups: Record<
    string,
    { count: number; sum: bigint | undefined; owners: Set<string>; blocks: bigint[] }
  > = {}
  for (const row of rows) {
    if ('topic0' in by && by.topic0 !== undefined && row.topics[0] !== by.topic0) continue
    const key =
      by.field === 'address'
        ? row.address
        : by.field === 'event'
          ? `${row.topics[0]!}${by.byTopicCount ? `/${row.topics.length}` : ''}`
          : by.field === 'topic'
            ? row.topics[by.position]
            : row.decoded?.args[by.position]?.value?.toString()
    if (key === undefined) continue
    const group = (groups[key] ??= { count: 0, sum: undefined, owners: new Set(), blocks: [] })
    group.count++
    group.blocks.push(row.blockNumber)
    const value = sum && row.topics[0] === sum.topic0 ? row.decoded?.args[sum.position]?.value : undefined
    if (typeof value !== 'bigint' && typeof value !== 'number') continue
    group.sum = (group.sum ?? 0n) + BigInt(value)
    group.owners.add(row.address.toLowerCase())
  }
  return groups
}

const least = (blocks: readonly bigint[]) => blocks.reduce((a, b) => (b < a ? b : a))
const most = (blocks: readonly bigint[]) => blocks.reduce((a, b) => (b > a ? b : a))

test('groups equal those of a plain loop, however the logs are stored', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 2, max: 80 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.constantFrom('asc' as const, 'desc' as const),
      grouped,
      summed,
      (seed, count, cut, order, by, sum) => {
        const forms = formsOf(seed, count, cut, order)
        const expected = naive(forms.array, { by, sum })
        for (const form of Object.values(forms)) {
          const { groups, total, distinct, isBounded, others } = finish(form, { by, sum, limit: 10_000 })
          expect(Object.fromEntries(groups.map((group) => [group.key, group.count]))).toEqual(
            Object.fromEntries(Object.entries(expected).map(([key, group]) => [key, group.count])),
          )
          for (const { key, sum, sumOf, firstBlock, lastBlock, sample } of groups) {
            expect(sum).toBe(expected[key]!.sum)
            const [owner, ...more] = expected[key]!.owners
            expect(sumOf).toBe(more.length > 0 ? undefined : owner)
            expect(firstBlock).toBe(least(expected[key]!.blocks))
            expect(lastBlock).toBe(most(expected[key]!.blocks))
            expect(Object.keys(naive([sample], { by }))).toEqual([key])
          }
          expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(total)
          expect(distinct).toBe(groups.length)
          expect(isBounded).toBe(false)
          expect(others).toEqual({ count: 0, sum: undefined, sumOf: undefined })
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('groups beyond the limit are counted together', () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 1, max: 20 }),
      fc.constantFrom('count' as const, 'sum' as const),
      (seed, limit, maxGroups, order) => {
        const { packed } = formsOf(seed, 60, 0.5, 'asc')
        const by = { field: 'topic', position: 1 } as const
        const sum = { topic0: transfer, position: 2 }
        const all = finish(packed, { by, sum })
        const few = finish(packed, { by, sum, limit, maxGroups, order })
        expect(few.groups.length).toBeLessThanOrEqual(Math.min(limit, maxGroups))
        expect(few.total).toBe(all.total)
        expect(few.groups.reduce((sum, { count }) => sum + count, few.others.count)).toBe(all.total)
        expect(few.groups.reduce((total, { sum = 0n }) => total + sum, few.others.sum ?? 0n)).toBe(
          all.groups.reduce((total, { sum = 0n }) => total + sum, 0n),
        )
        expect(few.isBounded).toBe(all.distinct > maxGroups)
      },
    ),
    { numRuns: 60 },
  )
})

test('the largest groups, by count or by sum, come first', () => {
  const { packed } = formsOf(7, 80, 0.4, 'desc')
  const options = { by: { field: 'topic', position: 1 }, sum: { topic0: swap, position: 2 } } as const
  const counts = finish(packed, { ...options, order: 'count' }).groups.map(({ count }) => count)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const { groups } = finish(packed, { ...options, order: 'sum' })
  const kinds = groups.map(({ sum, sumOf }) => (sum === undefined ? 'none' : sumOf ? 'one' : 'several'))
  expect(kinds).toEqual(['one', 'several', 'none'].flatMap((kind) => kinds.filter((one) => one === kind)))
  expect(new Set(kinds).size).toBeGreaterThan(1)
  const sums = groups.flatMap(({ sum, sumOf }) => (sumOf === undefined ? [] : sum!))
  expect(sums).toEqual(sums.toSorted((a, b) => (a > b ? -1 : a < b ? 1 : 0)))
})

test('the largest of very many groups are found in slices', () => {
  const [base] = randomLogs({ seed: 1, count: 1 })
  const keyOf = (at: number) => `0x${((at * 7_919) % 7_000).toString(16).padStart(64, '0')}` as const
  // Key k has 1 to 5 logs, so there are ties.
  const logs = Array.from({ length: 7_000 }, (_, at) =>
    Array.from({ length: 1 + (at % 5) }, () => ({ ...base!, topics: [keyOf(at)], decoded: undefined })),
  ).flat()
  const by = { field: 'topic', position: 0 } as const
  const all = finish(logs, { by, limit: 7_000 })
  expect(all.distinct).toBe(7_000)
  const few = finish(logs, { by, limit: 30 })
  expect(few.groups).toEqual(all.groups.slice(0, 30))
  expect(few.others.count).toBe(logs.length - 30 * 5)
  const steps = groupLogs(logs, { by, limit: 1_000 })
  let portions = 0
  while (!steps.next().done) portions++
  // Of reading, of comparing, of listing.
  expect(portions).toBeGreaterThan(logs.length / 500 + 2 + 10)
})

test('contracts and topics of packed logs are counted without creating rows', () => {
  const { packed } = formsOf(7, 80, 0.4, 'asc')
  let reads = 0
  const { at } = packed
  packed.at = (index) => {
    reads++
    return at.call(packed, index)
  }
  const { groups } = finish(packed, { by: { field: 'topic', position: 0 } })
  expect(groups).toHaveLength(2)
  expect(reads).toBeLessThanOrEqual(2 + 2 * groups.length)
})

test('counts only logs that match a condition, however they are stored', () => {
  const { packed, list, array } = formsOf(5, 80, 0.4, 'desc')
  const [first] = array
  const filters: readonly LocalFilter[] = [
    { field: 'topic', position: 2, mode: 'not', values: [first!.topics[2]!] },
    { field: 'topic', position: 0, mode: 'only', values: [transfer] },
  ]
  const kept = array.filter(matchesLocal(filters))
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThan(array.length)
  for (const by of [{ field: 'address' }, { field: 'topic', position: 1 }] as const) {
    const expected = finish(kept, { by })
    for (const form of [packed, list, array]) {
      const { groups, total } = finish(form, { by, filters })
      expect(total).toBe(kept.length)
      expect(
        groups.map(({ key, count, firstBlock, lastBlock }) => ({ key, count, firstBlock, lastBlock })),
      ).toEqual(
        expected.groups.map(({ key, count, firstBlock, lastBlock }) => ({
          key,
          count,
          firstBlock,
          lastBlock,
        })),
      )
    }
  }
})

test('token amounts and collectible ids stay separate, though their events share a name', () => {
  const topic = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}` as const
  const [base] = randomLogs({ seed: 1, count: 1 })
  const logs = Array.from({ length: 12 }, (_, index) => {
    const value = topic(BigInt(index + 1) * 100n)
    const isToken = index % 3 > 0
    return {
      ...base!,
      blockNumber: BigInt(index),
      topics: [transfer, topic(7n), topic(8n), ...(isToken ? [] : [value])],
      data: isToken ? value : ('0x' as const),
    }
  })
  const known = createDecoder(wellKnownEvents())
  const packed = createPackedLogList({ segments: [packLogs(logs)], decoder: known })
  for (const form of [packed, packed.toArray()]) {
    expect(
      finish(form, { by: { field: 'event', byTopicCount: true } }).groups.map(({ key, count }) => [
        key,
        count,
      ]),
    ).toEqual([
      [`${transfer}/3`, 8],
      [`${transfer}/4`, 4],
    ])
    const sumOf = (topicCount: number) =>
      finish(form, {
        by: { field: 'event' },
        sum: { topic0: transfer, position: 2, topicCount },
      }).groups[0]!.sum
    expect(sumOf(3)).toBe(5_600n)
    expect(sumOf(4)).toBe(2_200n)
    const values = finish(form, { by: { field: 'arg', topic0: transfer, position: 2, topicCount: 3 } })
    expect(values.total).toBe(8)
  }
})

const noted = { ...parseAbiItem('event Noted(uint256 indexed id)'), anonymous: true }

test.each([
  ['given', createDecoder([transferEvent, noted])],
  ['known', createDecoder([transferEvent], { known: [noted] })],
  ['looked-up', createDecoder([transferEvent], { lookedUp: [noted] })],
])('%s anonymous events are grouped by signature: their first topic is an argument', (_, decoder) => {
  const topic = (value: number) => `0x${value.toString(16).padStart(64, '0')}` as const
  const [base] = randomLogs({ seed: 1, count: 1 })
  const logs = Array.from({ length: 9 }, (_, index) => ({
    ...base!,
    blockNumber: BigInt(index),
    ...(index % 3 === 0
      ? { topics: [transfer, topic(7), topic(8)], data: topic(9) }
      : { topics: [topic(index)], data: '0x' as const }),
  }))
  const packed = createPackedLogList({ segments: [packLogs(logs)], decoder })
  for (const form of [packed, packed.toArray()])
    expect(finish(form, { by: { field: 'event' } }).groups.map(({ key, count }) => [key, count])).toEqual([
      ['Noted(uint256)', 6],
      [transfer, 3],
    ])
})

test('contracts of several networks stay separate, with blocks in the order of each', () => {
  const { packed } = formsOf(4, 30, 0.4, 'desc')
  // Without timestamps, one network comes after the other, though its blocks are older.
  const early = createLogList(packed.map((row) => ({ ...row, blockNumber: row.blockNumber - 1_000_000n })))
  const both = createMultichainList(
    [
      { chainId: 10, list: packed },
      { chainId: 1, list: early },
    ],
    'desc',
  )
  const parts = Object.fromEntries([
    ...finish(packed, { by: { field: 'address' } }).groups.map((group) => [`10:${group.key}`, group]),
    ...finish(early, { by: { field: 'address' } }).groups.map((group) => [`1:${group.key}`, group]),
  ])
  const { groups } = finish(both, { by: { field: 'address' } })
  expect(groups.length).toBe(Object.keys(parts).length)
  for (const { key, count, firstBlock, lastBlock, sample } of groups) {
    expect({ count, firstBlock, lastBlock }).toEqual({
      count: parts[key]!.count,
      firstBlock: parts[key]!.firstBlock,
      lastBlock: parts[key]!.lastBlock,
    })
    expect(sample).toMatchObject({ chainId: Number(key.split(':')[0]), blockNumber: firstBlock })
  }
})

test('no logs yield no groups', () => {
  expect(finish([], { by: { field: 'address' } })).toEqual({
    groups: [],
    total: 0,
    distinct: 0,
    isBounded: false,
    others: { count: 0, sum: undefined, sumOf: undefined },
  })
})

test('hostile keys stay keys', () => {
  const { array } = formsOf(3, 4, 0, 'asc')
  const value = '__proto__'
  const rows = array.map((row) => ({
    ...row,
    topics: [transfer],
    decoded: {
      name: 'x',
      signature: 'x(string)',
      source: 'given' as const,
      args: [{ name: 'x', type: 'string', value, indexed: false, hashed: false }],
    },
  }))
  const { groups } = finish(rows, { by: { field: 'arg', position: 0, topic0: transfer } })
  expect(groups).toMatchObject([{ key: '__proto__', count: rows.length }])
})
