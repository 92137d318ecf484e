import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseLogTableView } from '../../../src/components/LogTable/columns/parseLogTableView.ts'
import { chainOrder } from '../../../src/components/LogTable/model/chainOrder.ts'
import { coverageGaps } from '../../../src/components/LogTable/model/coverageGaps.ts'
import type { LogSort } from '../../../src/components/LogTable/model/LogTableView.ts'
import { TableItems } from '../../../src/components/LogTable/model/TableItems.ts'
import { orderRows, sortInSteps } from '../../../src/components/LogTable/order/orderRows.ts'
import { runToEnd } from '../../../src/components/ui/SlicedJob.ts'
import { readField } from '../../../src/logs/analyze/matchesLocal.ts'
import type { Coverage } from '../../../src/logs/Coverage.ts'
import type { LocalFilter } from '../../../src/logs/filter/LocalFilter.ts'
import { toIntervalSet } from '../../../src/logs/intervals.ts'
import type { AbiValue, LogRow } from '../../../src/logs/Log.ts'
import { compareLogs } from '../../../src/logs/order.ts'
import { createRandom } from '../../support/randomLogs.ts'
import { makeRow } from '../makeRow.ts'

const error = new Error('The node is asleep.')
const addresses = ['aa', 'bb', 'cc'].map((pair): LogRow['address'] => `0x${pair.repeat(20)}`)

/** Logs of distinct blocks from 1,000 on, in either order. */
const someLogs = fc
  .record({
    numbers: fc.uniqueArray(fc.nat(60), { maxLength: 25 }),
    direction: fc.constantFrom('asc', 'desc'),
  })
  .map(({ numbers, direction }) =>
    numbers
      .sort((a, b) => (direction === 'asc' ? a - b : b - a))
      .map((number) => makeRow(number, { address: addresses[number % 3]! })),
  )
const someIntervals = fc
  .array(fc.tuple(fc.nat(70), fc.nat(5)), { maxLength: 6 })
  .map((pairs) =>
    toIntervalSet(
      pairs.map(([from, length]) => ({ from: BigInt(995 + from), to: BigInt(995 + from + length) })),
    ),
  )
const someCoverage: fc.Arbitrary<Coverage> = fc
  .record({ verified: someIntervals, trimmed: someIntervals, pending: someIntervals, failed: someIntervals })
  .map(({ failed, ...rest }) => ({ ...rest, failed: failed.map((range) => ({ range, error })) }))

function itemsOf(logs: readonly LogRow[], direction: 'asc' | 'desc', coverage: Coverage, head?: bigint) {
  const order = chainOrder(logs, direction)
  const shown = { length: logs.length, at: (row: number) => logs[order.logAt(row)] }
  return new TableItems(logs, order, coverageGaps(coverage, shown, direction, head))
}

describe('rows with gaps between them', () => {
  test('each log and each gap is found at its position, and gaps are where their blocks would be', () => {
    fc.assert(
      fc.property(someLogs, someCoverage, fc.constantFrom('asc', 'desc'), (logs, coverage, direction) => {
        const items = itemsOf(logs, direction, coverage)
        const rows = Array.from({ length: items.length }, (_, row) => items.at(row)!)
        expect(items.at(-1)).toBeUndefined()
        expect(items.at(items.length)).toBeUndefined()
        expect(rows.filter(({ log }) => log)).toHaveLength(logs.length)
        const sign = direction === 'asc' ? 1 : -1
        for (const [row, item] of rows.entries()) {
          if (item.log) expect(items.rowOf({ ...item.log }, row + 7)).toBe(row)
          else {
            expect(items.rowOfGap(item.gap)).toBe(row)
            const begins = direction === 'asc' ? item.gap.range.from : item.gap.range.to
            for (const other of rows.slice(0, row))
              if (other.log) expect(Number(other.log.blockNumber - begins) * sign).toBeLessThan(0)
            for (const other of rows.slice(row + 1))
              if (other.log) expect(Number(other.log.blockNumber - begins) * sign).toBeGreaterThanOrEqual(0)
          }
        }
        const shown = rows.flatMap(({ log }) => log ?? [])
        expect(shown).toEqual([...shown].sort((a, b) => compareLogs(a, b) * sign))
      }),
    )
  })

  test('every failed block is in a gap that can be retried', () => {
    fc.assert(
      fc.property(someLogs, someCoverage, (logs, coverage) => {
        const { gaps } = itemsOf(logs, 'desc', coverage)
        const parts = gaps.filter(({ state }) => state === 'failed').flatMap((gap) => gap.parts)
        expect(new Set(parts)).toEqual(new Set(coverage.failed.map(({ range }) => range)))
        for (const gap of gaps) {
          expect(gap.blocks).toBe(gap.parts.reduce((sum, { from, to }) => sum + to - from + 1n, 0n))
          expect(gap.range.to - gap.range.from + 1n).toBeGreaterThanOrEqual(gap.blocks)
        }
      }),
    )
  })

  test('blocks never requested are between those that were', () => {
    const coverage: Coverage = {
      verified: [
        { from: 1_000n, to: 1_009n },
        { from: 1_020n, to: 1_030n },
      ],
      trimmed: [],
      pending: [{ from: 1_031n, to: 1_040n }],
      failed: [],
    }
    const { gaps } = itemsOf([makeRow(5), makeRow(25)], 'asc', coverage)
    expect(gaps.map(({ state, range, before }) => ({ state, ...range, before }))).toEqual([
      { state: 'not-requested', from: 1_010n, to: 1_019n, before: 1 },
      { state: 'pending', from: 1_031n, to: 1_040n, before: 2 },
    ])
  })

  test('beyond the limit, nothing is said of blocks below those that were read live', () => {
    const coverage: Coverage = {
      verified: [{ from: 1_000n, to: 1_009n }],
      trimmed: [{ from: 1_020n, to: 1_030n }],
      pending: [],
      failed: [],
    }
    expect(itemsOf([makeRow(5)], 'asc', coverage).gaps).toEqual([])
  })

  test.each([
    ['asc', ['pending 1031-1035', 'awaiting 1036-1040']],
    ['desc', ['awaiting 1036-1040', 'pending 1031-1035']],
  ] as const)('blocks above the head do not exist yet: %s', (direction, expected) => {
    const coverage: Coverage = {
      verified: [{ from: 1_000n, to: 1_030n }],
      trimmed: [],
      pending: [{ from: 1_031n, to: 1_040n }],
      failed: [],
    }
    const { gaps } = itemsOf([makeRow(5), makeRow(25)], direction, coverage, 1_035n)
    expect(gaps.map(({ state, range: { from, to } }) => `${state} ${from}-${to}`)).toEqual(expected)
  })
})

describe('rows in another order', () => {
  const finish = (logs: readonly LogRow[], filters: readonly LocalFilter[], sort: LogSort | undefined) => {
    const steps = orderRows(logs, filters, sort)
    for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
  }
  const someSort = fc.option(
    fc.record({
      column: fc.constantFrom('block', 'contract', 'event'),
      direction: fc.constantFrom('asc', 'desc'),
    }),
    { nil: undefined },
  )
  const someFilters = fc.array(
    fc.record({
      field: fc.constant('address'),
      mode: fc.constantFrom('only', 'not'),
      values: fc.subarray(addresses, { minLength: 1 }),
    }),
    { maxLength: 2 },
  )

  test('are the matching ones, each once, and are found again', () => {
    fc.assert(
      fc.property(someLogs, someFilters, someSort, (logs, filters, sort) => {
        const order = finish(logs, filters, sort)
        const rows = Array.from({ length: order.length }, (_, row) => logs[order.logAt(row)]!)
        const passing = logs.filter((log) =>
          filters.every(({ mode, values }) => values.includes(log.address) === (mode === 'only')),
        )
        expect(new Set(rows)).toEqual(new Set(passing))
        expect(rows).toHaveLength(passing.length)
        for (const [index, log] of logs.entries())
          expect(order.rowOf(index)).toBe(passing.includes(log) ? rows.indexOf(log) : undefined)
        const sign = sort?.direction === 'desc' ? -1 : 1
        if (sort?.column === 'contract') {
          const names = rows.map(({ address }) => address)
          expect(names).toEqual([...names].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0) * sign))
          expect(order.direction).toBeUndefined()
          // Within one name, they keep the order of the list.
          for (const address of addresses)
            expect(rows.filter((log) => log.address === address)).toEqual(
              passing.filter((log) => log.address === address),
            )
        }
        if (sort?.column === 'block') {
          expect(order.direction).toBe(sort.direction)
          expect(rows).toEqual([...rows].sort((a, b) => compareLogs(a, b) * sign))
        }
      }),
    )
  })

  test('by contract, those with a label come first, by its letters', () => {
    const at = (number: number, digit: string, chainId?: number) => ({
      ...makeRow(number),
      address: `0x${digit.repeat(40)}` as const,
      ...(chainId && { chainId }),
    })
    const logs = [at(0, '9'), at(1, 'c'), at(2, 'B'), at(3, '1'), at(4, 'a'), at(5, 'c'), at(6, '1', 5)]
    const labels = new Map([
      [`0x${'c'.repeat(40)}`, 'Älpha'],
      [`0x${'b'.repeat(40)}`, 'beta'],
      [`0x${'a'.repeat(40)}`, 'Gamma'],
      [`5:0x${'1'.repeat(40)}`, 'Delta'],
    ])
    const order = (direction: 'asc' | 'desc') => {
      const sorted = runToEnd(
        orderRows(logs, [], { column: 'contract', direction }, 'asc', undefined, labels),
      )
      return logs.map((_, row) => sorted.logAt(row))
    }
    expect(order('asc')).toEqual([1, 5, 2, 6, 4, 3, 0])
    expect(order('desc')).toEqual([4, 6, 2, 1, 5, 0, 3])
  })

  test('by an address, whatever the case of its digits', () => {
    const ofAddress = (number: number, digits: string) => {
      const row = makeRow(number)
      const arg = { name: 'to', type: 'address', value: `0x${digits}`, indexed: false, hashed: false }
      return { ...row, decoded: { ...row.decoded!, args: [arg] } }
    }
    const logs = ['B', 'a', 'c'].map((digit, at) => ofAddress(at, digit.repeat(40)))
    const by = { column: 'arg', position: 0, name: 'to', topic0: logs[0]!.topics[0]! } as const
    const order = finish(logs, [], { ...by, direction: 'asc' })
    expect([0, 1, 2].map((row) => order.logAt(row))).toEqual([1, 0, 2])
  })

  test('by an argument, logs of its event come first by value, and others follow in list order', () => {
    const [topic0] = makeRow(0).topics
    const by = { column: 'arg', position: 0, name: 'count', topic0: topic0! } as const
    const values = fc.array(fc.option(fc.bigInt({ min: -5n, max: 2n ** 200n }), { nil: undefined }))
    fc.assert(
      fc.property(values, fc.constantFrom('asc', 'desc'), (counts, direction) => {
        const logs = counts.map((count, at) => withCount(at, count))
        const order = finish(logs, [], { ...by, direction })
        const shown = Array.from({ length: order.length }, (_, row) => order.logAt(row))
        const sign = direction === 'asc' ? 1 : -1
        const indices = [...counts.keys()]
        const known = indices.filter((at) => counts[at] !== undefined)
        const [none, some] = [indices.filter((at) => counts[at] === undefined), known]
        some.sort((a, b) => (counts[a]! < counts[b]! ? -1 : counts[a]! > counts[b]! ? 1 : 0) * sign || a - b)
        expect(shown).toEqual([...some, ...none])
      }),
    )
  })

  /** A log of the sorted event; or of another event, without a value. */
  function withCount(at: number, count: bigint | undefined): LogRow {
    const log = makeRow(at)
    if (count === undefined) return { ...log, topics: [`0x${'9'.repeat(64)}`] }
    return { ...log, decoded: { ...log.decoded!, args: [{ ...log.decoded!.args[0]!, value: count }] } }
  }

  test('by text, numbers, flags and lists alike', () => {
    const by = {
      column: 'arg',
      direction: 'asc',
      position: 0,
      name: '',
      topic0: makeRow(0).topics[0]!,
    } as const
    const sorted = (...values: AbiValue[]) => {
      const logs = values.map((value, at) => {
        const log = makeRow(at)
        return { ...log, decoded: { ...log.decoded!, args: [{ ...log.decoded!.args[0]!, value }] } }
      })
      const order = finish(logs, [], by)
      return values.map((_, row) => values[order.logAt(row)])
    }
    expect(sorted('b', '', 'a')).toEqual(['', 'a', 'b'])
    expect(sorted(10, 9, -1)).toEqual([-1, 9, 10])
    expect(sorted(true, false)).toEqual([false, true])
    expect(sorted(['b'], ['a'])).toEqual([['a'], ['b']])
  })

  test('any column sorts', () => {
    const logs = [2, 1, 3].map((number) => ({ ...makeRow(number), logIndex: number }))
    for (const column of ['transaction', 'logIndex', 'data', 'topics', 'signature', 'event'] as const) {
      const order = finish(logs, [], { column, direction: 'desc' })
      expect(order.direction).toBeUndefined()
      const shown = [0, 1, 2].map((row) => logs[order.logAt(row)]!.logIndex)
      expect(shown).toEqual(
        column === 'transaction' || column === 'logIndex' || column === 'data' ? [3, 2, 1] : [2, 1, 3],
      )
    }
  })

  test('many are sorted in slices, with the same result as sort()', () => {
    const random = createRandom(5)
    const keys = Array.from({ length: 20_000 }, () => Math.floor(random() * 5_000))
    const items = Uint32Array.from(keys.keys())
    let portions = 0
    for (const _ of sortInSteps(items, (a, b) => keys[a]! - keys[b]!)) portions++
    expect([...items]).toEqual([...keys.keys()].sort((a, b) => keys[a]! - keys[b]!))
    expect(portions).toBeGreaterThan(20)
  })

  test('an argument is compared for its own event only', () => {
    const log = makeRow(7)
    const target = { field: 'arg', position: 0, name: 'count', topic0: log.topics[0]! } as const
    expect(readField(log, target)).toBe('7')
    expect(readField(log, { ...target, topic0: '0xother' })).toBeUndefined()
    const { length } = finish([makeRow(6), log], [{ ...target, mode: 'only', values: ['7'] }], undefined)
    expect(length).toBe(1)
  })
})

describe('a view from storage', () => {
  test('a valid one is unchanged', () => {
    const view = {
      columns: [{ id: 'event', width: 300, pinned: true }, { id: 'block' }],
      density: 'compact',
      time: 'age',
      sort: { column: 'arg', direction: 'asc', topic0: '0xcc', position: 2, name: 'value' },
      filters: [
        { mode: 'not', field: 'address', values: ['0xaa'], label: 'Contract' },
        { mode: 'only', field: 'topic', position: 1, values: ['0xbb'], name: 'to' },
        { mode: 'only', field: 'arg', position: 2, name: 'value', topic0: '0xcc', values: ['1'] },
      ],
    }
    expect(parseLogTableView(JSON.parse(JSON.stringify(view)))).toEqual(view)
  })

  test('any input yields a view, with only valid fields', () => {
    const shaped = fc.record(
      {
        columns: fc.anything(),
        density: fc.anything(),
        time: fc.anything(),
        sort: fc.record({
          column: fc.oneof(fc.string(), fc.constantFrom('arg', 'data', 'time')),
          direction: fc.oneof(fc.anything(), fc.constant('asc')),
          position: fc.anything(),
        }),
        filters: fc.array(
          fc.record({ mode: fc.constantFrom('only', 'x'), field: fc.string(), values: fc.anything() }),
        ),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(fc.anything(), shaped), (value) => {
        const view = parseLogTableView(value)
        expect(parseLogTableView(JSON.parse(JSON.stringify(view)))).toEqual(view)
      }),
    )
  })

  test('a filter is listed once, under its first label', () => {
    const filter = { mode: 'not', field: 'address', values: ['0xaa'], label: 'Contract' }
    const other = { ...filter, values: ['0xbb'] }
    const filters = [filter, other, { ...filter, label: 'Token' }, other]
    expect(parseLogTableView({ filters })).toEqual({ filters: [filter, other] })
  })

  test('columns are known ones, each once, with a reasonable width', () => {
    const columns = [
      { id: 'block', width: -5 },
      { id: 'block' },
      { id: 'nonsense' },
      { id: 'data', width: 1e9 },
    ]
    expect(parseLogTableView({ columns })).toEqual({
      columns: [
        { id: 'block', width: 40 },
        { id: 'data', width: 2_000 },
      ],
    })
  })
})
