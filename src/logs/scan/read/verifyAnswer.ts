import type { Pool, PoolReply } from '../../../rpc/Pool.ts'
import { countLogs } from '../../columns/LogSelection.ts'
import type { LogsAnswer } from '../../columns/scanReplies.ts'
import { joinVerified, verifyLogs } from '../../columns/verifyLogs.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { partsOf, type Filter, type FilterPart } from '../../filter/Filter.ts'
import type { IntervalRead } from './IntervalRead.ts'
import { MalformedLogsError } from './MalformedLogsError.ts'

/** Nodes with one of these caps may cut an answer off without an error. */
const usualCaps: ReadonlySet<number> = new Set([25, 100, 256, 500, 1_000, 2_000, 5_000, 10_000])

/** Verifies the answers for the parts of a filter, one each, and joins their logs. */
export function verifyAnswers(
  pool: Pool,
  answers: readonly PoolReply<LogsAnswer>[],
  filter: Filter,
  range: BlockInterval,
): IntervalRead | MalformedLogsError {
  const parts = partsOf(filter)
  const reads = answers.map((answer, at) => verifyAnswer(pool, answer, parts[at]!, range))
  const [first] = reads
  return reads.length === 1 ? first! : joinReads(reads, range)
}

/** Joins what was read of the same blocks by parts of a filter. */
export function joinReads(
  parts: readonly (IntervalRead | MalformedLogsError)[],
  range: BlockInterval,
): IntervalRead | MalformedLogsError {
  const errors = parts.filter((part) => part instanceof MalformedLogsError)
  const reads = parts.map((part) => (part instanceof MalformedLogsError ? part.readable : part))
  const { selection, conflictingBlocks } = joinVerified(reads.map((one) => one.selection))
  const read = {
    range,
    selection,
    endpoint: reads[0]!.endpoint,
    rejected: reads.reduce((sum, { rejected }) => sum + rejected, 0),
    answers: reads.flatMap(({ answers }) => answers),
  }
  const isContradictory = conflictingBlocks.length > 0 || errors.some((error) => error.isContradictory)
  if (errors.length === 0 && !isContradictory) return read
  const blocks = [...errors.map(({ incompleteBlocks }) => incompleteBlocks), conflictingBlocks.map(BigInt)]
  const incomplete = blocks.flatMap((list) => list ?? [])
  return new MalformedLogsError(read, {
    incompleteBlocks: blocks.includes(undefined)
      ? undefined
      : [...new Set(incomplete)].sort((a, b) => (a < b ? -1 : 1)),
    isContradictory,
    refusal: errors.find(({ refusal }) => refusal)?.refusal,
  })
}

/**
 * Keeps the logs that match the filter and the range. All others are counted and reported to the pool. Returns an error
 * when matching logs may be missing: some could not be read, or contradict each other.
 */
export function verifyAnswer(
  pool: Pool,
  { result: { segment, malformed, length }, endpoint, batch }: PoolReply<LogsAnswer>,
  filter: FilterPart,
  range: BlockInterval,
): IntervalRead | MalformedLogsError {
  const { selection, rejected: foreign, distinct, conflictingBlocks } = verifyLogs(segment, filter, range)
  const rejected = foreign + malformed.count
  if (rejected > 0) pool.reportRejected(endpoint, rejected)
  // What was added to an answer does not hide that it was cut off.
  const suspect = usualCaps.has(length) || usualCaps.has(distinct)
  const isContradictory = conflictingBlocks.length > 0
  const certain = isContradictory ? 0 : countLogs(selection)
  const answers = [{ endpoint, logs: length, certain, suspect, batch }]
  const read = { range, selection, endpoint, rejected, answers }
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
