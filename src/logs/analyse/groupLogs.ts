import type { GroupLogsOptions, LogGroup, LogGroups, LogTally, LogTotal } from './LogGroup.ts'
import { addToTotal } from './LogGroup.ts'
import type { LogRow } from '../Log.ts'
import type { LogList } from '../list/LogList.ts'
import { compareLogs } from '../order.ts'
import { readGroupKeys } from './readGroupKeys.ts'

// Groups that are compared at one go, besides those that are listed.
const portion = 2_000

type Rows = LogList<LogRow> | readonly LogRow[]

/**
 * Groups logs, in the chain's order either way, in portions: each `yield` is a good moment to let others work. Packed
 * logs are counted without making rows of them.
 */
export function* groupLogs(logs: Rows, options: GroupLogsOptions): Generator<void, LogGroups> {
  const { order = 'count', limit = 100, maxGroups = 100_000 } = options
  const tallies = new Map<string, LogTally>()
  const beyond: LogTotal = { count: 0, sum: undefined, sumOf: undefined }
  const newestFirst = logs.length > 1 && compareLogs(logs.at(0)!, logs.at(-1)!) > 0
  const rowAt = (position: number) => logs.at(newestFirst ? logs.length - 1 - position : position)!

  yield* readGroupKeys(logs, rowAt, options, (key, piece) => {
    const tally = tallies.get(key)
    if (tally) {
      addToTotal(tally, piece)
      // One key may come in several pieces.
      tally.last = Math.max(tally.last, piece.last)
    } else if (tallies.size < maxGroups) tallies.set(key, piece)
    else addToTotal(beyond, piece)
  })

  const compare = order === 'sum' ? bySum : byCount
  const others = { ...beyond }
  let total = beyond.count
  let listed: [key: string, tally: LogTally][] = []
  let compared = 0
  for (const entry of tallies) {
    total += entry[1].count
    listed.push(entry)
    compared++
    if (listed.length < limit + portion && compared < tallies.size) continue
    listed.sort(([, a], [, b]) => compare(a, b))
    for (const [, tally] of listed.slice(limit)) addToTotal(others, tally)
    listed = listed.slice(0, limit)
    yield
  }
  const groups: LogGroup[] = []
  for (const [key, { count, sum, sumOf, first, last }] of listed) {
    const sample = rowAt(first)
    const lastBlock = rowAt(last).blockNumber
    groups.push({ key, count, sum, sumOf, firstBlock: sample.blockNumber, lastBlock, sample })
    if (groups.length % 50 === 0) yield
  }
  return {
    groups,
    total,
    distinct: tallies.size,
    isBounded: beyond.count > 0,
    others,
  }
}

/** Most first, then as they came. */
function byCount(a: LogTally, b: LogTally): number {
  return b.count - a.count || a.first - b.first
}

/** Largest first; then those whose sum is of several contracts, and means nothing; those without one last. */
function bySum(a: LogTally, b: LogTally): number {
  const order = rank(a) - rank(b)
  if (order !== 0 || a.sum === undefined || b.sum === undefined || a.sumOf === undefined || a.sum === b.sum)
    return order || byCount(a, b)
  return a.sum > b.sum ? -1 : 1
}

function rank({ sum, sumOf }: LogTally): number {
  return sum === undefined ? 2 : sumOf === undefined ? 1 : 0
}
