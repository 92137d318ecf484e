import type { Pool } from '../../../rpc/Pool.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { Filter } from '../../filter/Filter.ts'
import { MalformedLogsError } from './MalformedLogsError.ts'
import type { LogsAnswer } from './requestLogs.ts'
import { verifyLogs } from '../../columns/verifyLogs.ts'
import type { VerifiedLogs } from '../../columns/verifyLogs.ts'

export interface VerifiedAnswer extends Pick<VerifiedLogs, 'selection' | 'rejected'> {
  /** Set when the answer may lack logs that were asked for: some could not be read, or contradict each other. */
  readonly malformed: MalformedLogsError | undefined
  /** Whether logs contradict each other, as when a reorganisation came in between. */
  readonly isContradictory: boolean
}

/** Keeps the logs that were asked for. The rest, read or not, is counted and held against the endpoint. */
export function verifyAnswer(
  pool: Pool,
  { segment, malformed, endpoint }: LogsAnswer,
  filter: Filter,
  blocks: BlockInterval,
): VerifiedAnswer {
  const {
    selection,
    rejected: foreign,
    conflictingBlocks: contradicted,
  } = verifyLogs(segment, filter, blocks)
  const rejected = foreign + malformed.count
  if (rejected > 0) pool.reportRejected(endpoint, rejected)
  const isContradictory = contradicted.length > 0
  const isWhole = malformed.count === 0 && !isContradictory
  const partial = { endpoint, selection, rejected, blocks: affected(malformed.blocks, contradicted, blocks) }
  return {
    selection,
    rejected,
    malformed: isWhole ? undefined : new MalformedLogsError(partial),
    isContradictory,
  }
}

/** An unreadable log that names a block nobody asked for may be of any. */
function affected(
  named: readonly number[] | undefined,
  contradicted: readonly number[],
  { from, to }: BlockInterval,
): readonly bigint[] | undefined {
  if (from === to) return [from]
  if (!named || named.some((block) => block < from || block > to)) return undefined
  return [...new Set([...named, ...contradicted])].sort((a, b) => a - b).map(BigInt)
}
