import type { Pool } from '../rpc/Pool.ts'
import type { BlockInterval } from './Coverage.ts'
import type { Filter } from './Filter.ts'
import type { LogsAnswer } from './requestLogs.ts'
import { verifyLogs } from './verifyLogs.ts'
import type { VerifiedLogs } from './verifyLogs.ts'

/** Keeps of an answer what was asked for. The rest, also what were no logs, is counted and held against its endpoint. */
export function verifyAnswer(
  pool: Pool,
  { segment, malformed, endpoint }: LogsAnswer,
  filter: Filter,
  blocks: BlockInterval,
): VerifiedLogs {
  const { selection, dropped: foreign } = verifyLogs(segment, filter, blocks)
  const dropped = foreign + malformed
  if (dropped > 0) pool.noteDropped(endpoint, dropped)
  return { selection, dropped }
}
