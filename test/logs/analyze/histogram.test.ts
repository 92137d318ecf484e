import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createBlockClock } from '../../../src/logs/analyze/createBlockClock.ts'
import { histogram } from '../../../src/logs/analyze/histogram.ts'
import { blockBins, timeBins } from '../../../src/logs/analyze/timeBins.ts'
import { packLogs } from '../../../src/logs/columns/packLogs.ts'
import type { BlockInterval, Coverage } from '../../../src/logs/Coverage.ts'
import { createBlockCounter } from '../../../src/logs/list/createBlockCounter.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { createLogList } from '../../../src/logs/list/LogList.ts'
import { randomLogs } from '../../support/randomLogs.ts'

const logsOf = (seed: number, count: number) => randomLogs({ seed, count, addresses: 20 })
const wholeOf = (logs: readonly { blockNumber: bigint }[]): BlockInterval => ({
  from: logs[0]!.blockNumber - 5n,
  to: logs.at(-1)!.blockNumber + 5n,
})

/** The same logs in every form that lists hold. */
function formsOf(logs: ReturnType<typeof logsOf>, cut: number, order: 'asc' | 'desc') {
  const rest = Uint32Array.from({ length: logs.length - cut }, (_, index) => cut + index)
  const segments = [packLogs(logs.slice(0, cut)), { segment: packLogs(logs), rows: rest }]
  const rows = order === 'asc' ? logs : logs.toReversed()
  return { packed: createPackedLogList({ segments, order }), list: createLogList(rows), array: rows }
}

const shapes = fc.record({
  seed: fc.integer(),
  count: fc.integer({ min: 2, max: 300 }),
  cut: fc.double({ min: 0, max: 1, noNaN: true }),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  bins: fc.integer({ min: 1, max: 150 }),
})

test('bins with archived blocks are not plainly verified', () => {
  const coverage = {
    verified: [{ from: 0n, to: 29n }],
    archived: [{ from: 0n, to: 14n }],
    trimmed: [],
    pending: [],
    failed: [],
  }
  const { bins } = histogram([], blockBins({ from: 0n, to: 29n }, 3), coverage)
  expect(bins.map(({ state }) => state)).toEqual(['archived', 'archived', 'verified'])
})

describe('counts', () => {
  test('equal those of a loop over all logs, however they are stored', () => {
    fc.assert(
      fc.property(shapes, ({ seed, count, cut, order, bins }) => {
        const logs = logsOf(seed, count)
        const forms = formsOf(logs, Math.floor(cut * count), order)
        const intervals = blockBins(wholeOf(logs), bins)
        const naive = intervals.map(
          ({ from, to }) => logs.filter(({ blockNumber }) => blockNumber >= from && blockNumber <= to).length,
        )
        for (const form of Object.values(forms)) {
          const result = histogram(form, intervals)
          expect(result.bins.map((bin) => bin.count)).toEqual(naive)
          expect(result.total).toBe(count)
          expect(result.highest).toBe(Math.max(...naive))
        }
      }),
    )
  })

  test('exclude logs outside the range', () => {
    const logs = logsOf(4, 100)
    const { blockNumber } = logs[50]!
    const { total } = histogram(logs, blockBins({ from: blockNumber, to: blockNumber }, 10))
    expect(total).toBe(logs.filter((log) => log.blockNumber === blockNumber).length)
  })

  test('of a window into a packed list cover only the window', () => {
    const logs = logsOf(9, 200)
    const { packed } = formsOf(logs, 80, 'desc')
    const window = packed.slice(30, 150)
    const count = createBlockCounter(window)
    expect(count(2n ** 60n)).toBe(120)
    expect(count(0n)).toBe(0)
    const { from, to } = wholeOf(logs)
    for (let block = from; block <= to; block++)
      expect(count(block)).toBe(window.filter((log) => log.blockNumber < block).length)
  })

  test('create no row of a packed list', () => {
    const { packed } = formsOf(logsOf(1, 50), 20, 'asc')
    packed.at = () => {
      throw new Error('A row was made.')
    }
    expect(createBlockCounter(packed)(2n ** 60n)).toBe(50)
  })

  test('work with block numbers beyond safe integers', () => {
    const far = 2n ** 200n
    const logs = [0n, 1n, 1n, 7n].map((block, logIndex) => ({
      ...logsOf(1, 2)[0]!,
      blockNumber: far + block,
      logIndex,
    }))
    const { bins } = histogram(logs, blockBins({ from: far, to: far + 7n }, 8))
    expect(bins.map(({ count }) => count)).toEqual([1, 2, 0, 0, 0, 0, 0, 1])
  })

  test('are empty for an empty list', () => {
    expect(histogram([], blockBins({ from: 1n, to: 3n }, 2))).toMatchObject({ total: 0, highest: 0 })
    expect(histogram([], [])).toEqual({ bins: [], total: 0, highest: 0 })
  })
})

describe('intervals', () => {
  const ranges = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.bigInt({ min: 0n, max: 10n ** 6n }))
    .map(([from, length]) => ({ from, to: from + length }))

  function expectTiling(bins: readonly BlockInterval[], whole: BlockInterval) {
    expect(bins[0]?.from).toBe(whole.from)
    expect(bins.at(-1)?.to).toBe(whole.to)
    for (const [at, { from, to }] of bins.entries()) {
      expect(from).toBeLessThanOrEqual(to)
      if (at > 0) expect(from).toBe(bins[at - 1]!.to + 1n)
    }
  }

  test('of blocks are adjacent and about equal', () => {
    fc.assert(
      fc.property(ranges, fc.integer({ min: 1, max: 200 }), (whole, count) => {
        const bins = blockBins(whole, count)
        expectTiling(bins, whole)
        expect(bins.length).toBeLessThanOrEqual(count)
        const lengths = bins.map(({ from, to }) => Number(to - from))
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('of time are adjacent, whatever the times are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 99 }), fc.integer({ min: 0, max: 9_999 })), {
          minLength: 1,
          maxLength: 30,
        }),
        fc.integer({ min: 1, max: 60 }),
        (marks, count) => {
          const [sample] = logsOf(1, 2)
          const logs = marks.map(([block, time]) => ({
            ...sample!,
            blockNumber: BigInt(block),
            blockTimestamp: BigInt(time),
          }))
          const clock = createBlockClock(logs)
          if (!clock) return
          const bins = timeBins({ from: 0n, to: 99n }, count, clock)
          expectTiling(bins, { from: 0n, to: 99n })
          expect(bins.length).toBeLessThanOrEqual(count)
        },
      ),
    )
  })

  test('of time span more blocks where blocks came fast', () => {
    const [sample] = logsOf(1, 2)
    const at = (block: number, time: number) => ({
      ...sample!,
      blockNumber: BigInt(block),
      blockTimestamp: BigInt(time),
    })
    // 90 blocks in 100 s, then 10 blocks in 100 s.
    const clock = createBlockClock([at(0, 1_000), at(90, 1_100), at(100, 1_200)])!
    expect(clock.timeOf(90n)).toBe(1_100)
    expect(clock.blockAt(1_150)).toBe(95n)
    expect(timeBins({ from: 0n, to: 99n }, 2, clock)).toEqual([
      { from: 0n, to: 89n },
      { from: 90n, to: 99n },
    ])
  })

  test('of time need two timestamps', () => {
    const logs = logsOf(1, 30)
    expect(createBlockClock(logs.map((log) => ({ ...log, blockTimestamp: 7n })))).toBeUndefined()
    expect(createBlockClock([])).toBeUndefined()
  })
})

describe('states', () => {
  const error = new Error('no')
  const set = fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 90 }), fc.integer({ min: 0, max: 20 }))
      .map(([from, more]) => ({ from: BigInt(from), to: BigInt(from + more) })),
    { maxLength: 5 },
  )

  test('are the worst of any of their blocks, and verified or trimmed only as a whole', () => {
    fc.assert(
      fc.property(set, set, set, set, fc.integer({ min: 1, max: 40 }), (...drawn) => {
        const [verified, trimmed, pending, failed, count] = drawn
        const coverage: Coverage = {
          verified,
          trimmed,
          pending,
          failed: failed.map((range) => ({ range, error })),
        }
        const has = (intervals: readonly BlockInterval[], block: bigint) =>
          intervals.some(({ from, to }) => from <= block && block <= to)
        for (const { from, to, state } of histogram([], blockBins({ from: 0n, to: 99n }, count), coverage)
          .bins) {
          const blocks = Array.from({ length: Number(to - from) + 1 }, (_, at) => from + BigInt(at))
          const expected = blocks.some((block) => has(failed, block))
            ? 'failed'
            : blocks.some((block) => has(pending, block))
              ? 'pending'
              : blocks.every((block) => has(verified, block) && !has(trimmed, block))
                ? 'verified'
                : blocks.every((block) => has(verified, block) || has(trimmed, block))
                  ? 'trimmed'
                  : 'notRequested'
          expect(state).toBe(expected)
        }
      }),
    )
  })

  test('are unknown without coverage', () => {
    expect(histogram([], blockBins({ from: 0n, to: 9n }, 2)).bins[0]!.state).toBeUndefined()
  })
})
