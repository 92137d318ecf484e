import type { LocalFilter } from '../filter/LocalFilter.ts'
import type { LogRow } from '../Log.ts'

/** What to group logs by: contract, event, topic, or an argument that is not indexed. */
export type LogGroupBy =
  | { readonly field: 'address' }
  /**
   * By first topic; anonymous events by signature, because their first topic is an argument. With `byTopicCount`, also by
   * number of topics: another number means other indexed arguments.
   */
  | { readonly field: 'event'; readonly byTopicCount?: boolean | undefined }
  /** `topic0` limits it to one event, because the same position means something else in another event. */
  | { readonly field: 'topic'; readonly position: number; readonly topic0?: string | undefined }
  | ({ readonly field: 'arg' } & EventArgument)

/** An argument of an event, by its position. */
export interface EventArgument {
  readonly topic0: string
  readonly position: number
  /** Only logs with this many topics: the only difference between `Transfer` of ERC-20 and of ERC-721. @default any */
  readonly topicCount?: number | undefined
}

export interface GroupLogsOptions {
  readonly by: LogGroupBy
  /** A numeric argument to sum. @default none */
  readonly sum?: EventArgument | undefined
  /** Logs that these filters exclude are not counted. @default none */
  readonly filters?: readonly LocalFilter[] | undefined
  /** Sort order of the groups, descending: by number of logs or by sum. @default 'count' */
  readonly order?: 'count' | 'sum' | undefined
  /** Maximum number of groups to return; `others` counts the rest. @default 100 */
  readonly limit?: number | undefined
  /** Maximum number of distinct groups; `others` counts the logs of further ones. @default 100_000 */
  readonly maxGroups?: number | undefined
}

/** Logs with the same key. */
export interface LogGroup {
  /**
   * The shared value as text: hex in lower case, whole numbers in decimal, anything else as JSON. Contracts of logs with a
   * chain id have it in front, as a `chainKey`.
   */
  readonly key: string
  readonly count: number
  /** `undefined` if no log of the group has the number to sum. */
  readonly sum: bigint | undefined
  /** The contract whose numbers were summed, as a `chainKey`; `undefined` for several contracts, whose units may differ. */
  readonly sumOf: string | undefined
  readonly firstBlock: bigint
  readonly lastBlock: bigint
  /** The oldest log of the group. */
  readonly sample: LogRow
}

export interface LogGroups {
  readonly groups: readonly LogGroup[]
  /** Number of logs in all groups. Logs without the grouped field are not counted. */
  readonly total: number
  /** Number of groups; a lower bound if `isBounded`. */
  readonly distinct: number
  /** Whether there were more than `maxGroups` groups. */
  readonly isBounded: boolean
  /** The logs of all groups that are not returned. */
  readonly others: Pick<LogGroup, 'count' | 'sum' | 'sumOf'>
}

/** A group that is still being counted. */
export interface LogTally extends LogTotal {
  /** Positions of its first and last log, oldest first. */
  first: number
  last: number
}

/** Number of logs and the sum of their numbers. */
export type LogTotal = { -readonly [key in 'count' | 'sum' | 'sumOf']: LogGroup[key] }

/** Adds one total to another. The sum of several contracts is kept, but without `sumOf`. */
export function addToTotal(total: LogTotal, { count, sum, sumOf }: Readonly<LogTotal>): void {
  total.count += count
  if (sum === undefined) return
  if (total.sum === undefined) total.sumOf = sumOf
  else if (total.sumOf !== sumOf) total.sumOf = undefined
  total.sum = (total.sum ?? 0n) + sum
}

/** Adds logs with the same key. The caller must not use `piece` afterwards. */
export type AddToGroup = (key: string, piece: LogTally) => void
