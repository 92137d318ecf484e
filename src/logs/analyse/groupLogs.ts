import { addToTotal } from './addToTotal.ts'
import type { LogTotal } from './addToTotal.ts'
import type { LocalFilter } from '../filter/LocalFilter.ts'
import type { LogRow } from '../Log.ts'
import type { LogList } from '../list/LogList.ts'
import { compareLogs } from '../order.ts'
import { readGroupKeys } from './readGroupKeys.ts'

/** What logs are grouped by: their contract, their event, a topic, or an argument that is no topic. */
export type LogGroupBy =
  | { readonly field: 'address' }
  /** By the first topic and how many there are: those that have one and differ in the other have other arguments. */
  | { readonly field: 'event' }
  /** `topic0` limits it to the logs of one event: of another, the same position is something else. */
  | { readonly field: 'topic'; readonly position: number; readonly topic0?: string | undefined }
  | ({ readonly field: 'arg' } & EventArgument)

/** An argument of an event, by its position among them. */
export interface EventArgument {
  readonly topic0: string
  readonly position: number
  /** Only of logs with so many topics: `Transfer` of a token and of a collectible differ in nothing else. @default any */
  readonly topicCount?: number | undefined
}

export interface GroupLogsOptions {
  readonly by: LogGroupBy
  /** A number among the arguments of an event, to be added up. @default none */
  readonly sum?: EventArgument | undefined
  /** Logs that they leave out are not counted. @default none */
  readonly filters?: readonly LocalFilter[] | undefined
  /** Which groups come first: those with most logs, or those with the largest sum. @default 'count' */
  readonly order?: 'count' | 'sum' | undefined
  /** How many groups are returned; the others are counted together. @default 100 */
  readonly limit?: number | undefined
  /** How many groups are told apart; logs of further ones are counted together. @default 100_000 */
  readonly maxGroups?: number | undefined
}

/** Logs that have something in common. */
export interface LogGroup {
  /** What they have in common, as text: hex in lower case, whole numbers in decimal, anything else as JSON. */
  readonly key: string
  readonly count: number
  /** `undefined` when none of them has that number. */
  readonly sum: bigint | undefined
  /** Whose numbers were added up, in lower case; `undefined` when they are of several contracts, which may count in other units. */
  readonly sumOf: string | undefined
  readonly firstBlock: bigint
  readonly lastBlock: bigint
  /** One of them. */
  readonly sample: LogRow
}

export interface LogGroups {
  readonly groups: readonly LogGroup[]
  /** Logs in all groups: those that have what they are grouped by. */
  readonly total: number
  /** How many groups there are; at least that many when `isBounded`. */
  readonly distinct: number
  /** Whether there were more groups than are told apart. */
  readonly isBounded: boolean
  /** The logs that are in no group returned. */
  readonly others: Pick<LogGroup, 'count' | 'sum' | 'sumOf'>
}

/** A group that is still being counted. */
export interface LogTally extends LogTotal {
  /** Where its first and last log are, in the chain's order. */
  first: number
  last: number
}

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
