import { countLogs } from '../columns/LogSelection.ts'
import { chainKey } from '../decode/addressMap.ts'
import { toBigInt } from '../decode/toBigInt.ts'
import { eventTopicOf } from '../filter/eventTopic.ts'
import { formatArg } from '../list/formatArg.ts'
import type { LogList } from '../list/LogList.ts'
import type { DecodedArg, LogRow } from '../Log.ts'
import { compareLogs } from '../order.ts'
import { groupPacked } from './groupPacked.ts'
import {
  addToTotal,
  type AddToGroup,
  type EventArgument,
  type GroupLogsOptions,
  type LogGroupBy,
  type LogGroup,
  type LogGroups,
  type LogTally,
  type LogTotal,
} from './LogGroup.ts'
import { matchesLocal } from './matchesLocal.ts'

// Groups sorted per time slice, in addition to the best ones so far.
const sortedAtOnce = 2_000

type Rows = LogList<LogRow> | readonly LogRow[]

/**
 * Groups ascending or descending logs in time slices: each `yield` lets the caller yield to the page. Packed logs are
 * counted without creating rows.
 */
export function* groupLogs(logs: Rows, options: GroupLogsOptions): Generator<void, LogGroups> {
  const { order = 'count', limit = 100, maxGroups = 100_000 } = options
  const tallies = new Map<string, LogTally>()
  const beyond: LogTotal = { count: 0, sum: undefined, sumOf: undefined }
  const newestFirst = logs.length > 1 && compareOf(logs)(logs.at(0)!, logs.at(-1)!) > 0
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

  const { best, others } = yield* findBest(tallies, order === 'sum' ? bySum : byCount, limit)
  addToTotal(others, beyond)
  const groups: LogGroup[] = []
  for (const [key, { count, sum, sumOf, first, last }] of best) {
    const sample = rowAt(first)
    const lastBlock = rowAt(last).blockNumber
    groups.push({ key, count, sum, sumOf, firstBlock: sample.blockNumber, lastBlock, sample })
    if (groups.length % 50 === 0) yield
  }
  return {
    groups,
    total: groups.reduce((sum, { count }) => sum + count, others.count),
    distinct: tallies.size,
    isBounded: beyond.count > 0,
    others,
  }
}

/** The `limit` first groups in this order, and the total of the others. Sorts in time slices. */
function* findBest(
  tallies: ReadonlyMap<string, LogTally>,
  compare: (a: LogTally, b: LogTally) => number,
  limit: number,
): Generator<void, { best: readonly (readonly [key: string, tally: LogTally])[]; others: LogTotal }> {
  const others: LogTotal = { count: 0, sum: undefined, sumOf: undefined }
  let best: [key: string, tally: LogTally][] = []
  let compared = 0
  for (const entry of tallies) {
    best.push(entry)
    compared++
    if (best.length < limit + sortedAtOnce && compared < tallies.size) continue
    best.sort(([, a], [, b]) => compare(a, b))
    for (const [, tally] of best.slice(limit)) addToTotal(others, tally)
    best = best.slice(0, limit)
    yield
  }
  return { best, others }
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

// Rows per time slice.
const portion = 100

/** The order of a list. Block numbers of several networks do not compare, so such a list has its own. */
function compareOf(logs: Rows): (a: LogRow, b: LogRow) => number {
  return ('compare' in logs ? logs.compare : undefined) ?? compareLogs
}

/** Adds every log to its group, oldest first, in time slices. */
function* readGroupKeys(
  logs: LogList<LogRow> | readonly LogRow[],
  rowAt: (position: number) => LogRow,
  options: Pick<GroupLogsOptions, 'by' | 'sum' | 'filters'>,
  add: AddToGroup,
): Generator<void, void> {
  const selections = 'selections' in logs ? logs.selections?.() : undefined
  if (selections && 'selections' in logs) {
    let start = 0
    for (const selection of selections) {
      yield* groupPacked({ selection, decoder: logs.decoder, start }, options, add)
      start += countLogs(selection)
    }
    return
  }
  const { by, sum, filters = [] } = options
  const isCounted = matchesLocal(filters)
  for (let position = 0; position < logs.length; position++) {
    if (position % portion === portion - 1) yield
    const log = rowAt(position)
    if (!isCounted(log)) continue
    const key = keyOf(log, by)
    if (key === undefined) continue
    const number = sum && numberOf(log, sum)
    const sumOf = number === undefined ? undefined : chainKey(log)
    add(key, { count: 1, sum: number, sumOf, first: position, last: position })
  }
}

/** The group key of a log; `undefined` if it has none. */
function keyOf(log: LogRow, by: LogGroupBy): string | undefined {
  if (by.field === 'address') return chainKey(log)
  if (by.field === 'event') {
    const topic0 = eventTopicOf(log)
    if (topic0 === undefined) return log.decoded?.signature
    return by.byTopicCount ? `${topic0}/${log.topics.length}` : topic0
  }
  if (by.field === 'topic')
    return by.topic0 === undefined || log.topics[0]?.toLowerCase() === by.topic0
      ? log.topics[by.position]?.toLowerCase()
      : undefined
  const arg = argumentOf(log, by)
  return arg && formatArg(arg.value)
}

function argumentOf(log: LogRow, { topic0, position, topicCount }: EventArgument): DecodedArg | undefined {
  if (log.topics[0]?.toLowerCase() !== topic0) return undefined
  if (topicCount !== undefined && log.topics.length !== topicCount) return undefined
  return log.decoded?.args[position]
}

function numberOf(log: LogRow, argument: EventArgument): bigint | undefined {
  const arg = argumentOf(log, argument)
  return arg && !arg.hashed ? toBigInt(arg.value) : undefined
}
