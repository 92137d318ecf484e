import type { LocalFilter } from '../filter/LocalFilter.ts'
import type { LogRow } from '../Log.ts'

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
  /** Only logs with this many topics: it is all that tells `Transfer` of ERC-20 from that of ERC-721. @default any */
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

/** How many logs, and what their numbers come to. */
export type LogTotal = { -readonly [key in 'count' | 'sum' | 'sumOf']: LogGroup[key] }

/** Adds logs to others. Numbers of several contracts stay added up, but no longer have an owner. */
export function addToTotal(total: LogTotal, { count, sum, sumOf }: Readonly<LogTotal>): void {
  total.count += count
  if (sum === undefined) return
  if (total.sum === undefined) total.sumOf = sumOf
  else if (total.sumOf !== sumOf) total.sumOf = undefined
  total.sum = (total.sum ?? 0n) + sum
}

/** Some logs with the same key. What is given is not read again. */
export type AddToGroup = (key: string, piece: LogTally) => void
