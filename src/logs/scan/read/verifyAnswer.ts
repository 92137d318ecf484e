import type { Pool, PoolReply } from '../../../rpc/Pool.ts'
import type { RangeLogs } from '../../columns/RangeLogs.ts'
import { verifyLogs } from '../../columns/verifyLogs.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { Filter } from '../../filter/Filter.ts'
import { MalformedLogsError } from './MalformedLogsError.ts'
import type { LogsAnswer } from './requestLogs.ts'

/** A verified answer for one range. */
export interface IntervalRead extends RangeLogs {
  readonly endpoint: string
  readonly rejected: number
  /** The answer has exactly as many logs as some nodes cut answers off at: logs may be missing. */
  readonly suspect: boolean
}

/** Nodes with one of these caps may cut an answer off without an error. */
const usualCaps: ReadonlySet<number> = new Set([25, 100, 256, 500, 1_000, 2_000, 5_000, 10_000])

/**
 * Keeps the logs that match the filter and the range. All others are counted and reported to the pool. Returns an error
 * when matching logs may be missing: some could not be read, or contradict each other.
 */
export function verifyAnswer(
  pool: Pool,
  { result: { segment, malformed, length }, endpoint }: PoolReply<LogsAnswer>,
  filter: Filter,
  range: BlockInterval,
): IntervalRead | MalformedLogsError {
  const { selection, rejected: foreign, conflictingBlocks } = verifyLogs(segment, filter, range)
  const rejected = foreign + malformed.count
  if (rejected > 0) pool.reportRejected(endpoint, rejected)
  const read = { range, selection, endpoint, rejected, suspect: usualCaps.has(length) }
  const isContradictory = conflictingBlocks.length > 0
  if (malformed.count === 0 && !isContradictory) return read
  const blocks = incompleteBlocks(malformed.blocks, conflictingBlocks, range)
  return new MalformedLogsError(read, { incompleteBlocks: blocks, isContradictory })
}

/** An unreadable log that claims a block outside the range may belong to any block in it. */
function incompleteBlocks(
  claimed: readonly number[] | undefined,
  conflicting: readonly number[],
  { from, to }: BlockInterval,
): readonly bigint[] | undefined {
  if (from === to) return [from]
  if (!claimed || claimed.some((block) => block < from || block > to)) return undefined
  return [...new Set([...claimed, ...conflicting])].sort((a, b) => a - b).map(BigInt)
}
