import type { GroupLogsOptions, LogGroup, LogGroups, LogTally, LogTotal } from './LogGroup.ts'
import { addToTotal } from './LogGroup.ts'
import type { LogRow } from '../Log.ts'
import type { LogList } from '../list/LogList.ts'
import { compareLogs } from '../order.ts'
import { readGroupKeys } from './readGroupKeys.ts'

// Groups sorted per time slice, in addition to the best ones so far.
const portion = 2_000

type Rows = LogList<LogRow> | readonly LogRow[]

/**
 * Groups ascending or descending logs in time slices: each `yield` lets the caller yield to the page. Packed logs are
 * counted without creating rows.
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
      // A key may arrive in several pieces.
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

/** Most logs first, then oldest first. */
function byCount(a: LogTally, b: LogTally): number {
  return b.count - a.count || a.first - b.first
}

/** Largest sum first; then sums over several contracts, which are not comparable; then groups without a sum. */
function bySum(a: LogTally, b: LogTally): number {
  const order = rank(a) - rank(b)
  if (order !== 0 || a.sum === undefined || b.sum === undefined || a.sumOf === undefined || a.sum === b.sum)
    return order || byCount(a, b)
  return a.sum > b.sum ? -1 : 1
}

function rank({ sum, sumOf }: LogTally): number {
  return sum === undefined ? 2 : sumOf === undefined ? 1 : 0
}
