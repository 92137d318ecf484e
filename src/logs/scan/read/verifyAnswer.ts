import type { Pool } from '../../../rpc/Pool.ts'
import type { RangeLogs } from '../../columns/RangeLogs.ts'
import { verifyLogs } from '../../columns/verifyLogs.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { Filter } from '../../filter/Filter.ts'
import { MalformedLogsError } from './MalformedLogsError.ts'
import type { LogsAnswer } from './requestLogs.ts'

export interface VerifiedAnswer extends RangeLogs {
  readonly endpoint: string
  readonly rejected: number
  /** Set when matching logs may be missing: some could not be read, or contradict each other. */
  readonly malformed: MalformedLogsError | undefined
  /** Whether logs contradict each other, as when a reorg happens while the node answers. */
  readonly isContradictory: boolean
}

/** Keeps the logs that match the filter and the range. All others are counted and reported to the pool. */
export function verifyAnswer(
  pool: Pool,
  { segment, malformed, endpoint }: LogsAnswer,
  filter: Filter,
  range: BlockInterval,
): VerifiedAnswer {
  const { selection, rejected: foreign, conflictingBlocks } = verifyLogs(segment, filter, range)
  const rejected = foreign + malformed.count
  if (rejected > 0) pool.reportRejected(endpoint, rejected)
  const isContradictory = conflictingBlocks.length > 0
  const isWhole = malformed.count === 0 && !isContradictory
  const read = { range, selection, endpoint, rejected }
  const blocks = incompleteBlocks(malformed.blocks, conflictingBlocks, range)
  return { ...read, malformed: isWhole ? undefined : new MalformedLogsError(read, blocks), isContradictory }
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
