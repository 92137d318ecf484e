import { NodeError } from '../errors.ts'
import { parseRpcLog } from '../rpc/parseRpcLog.ts'
import type { BlockInterval } from './Coverage.ts'
import type { Filter } from './Filter.ts'
import type { RawLog } from './Log.ts'
import { matchesFilter } from './matchesFilter.ts'
import { compareLogs, logId } from './order.ts'

export interface VerifiedLogs {
  /** In order, without repeats. */
  readonly logs: readonly RawLog[]
  /** How many were malformed, foreign or repeated. */
  readonly dropped: number
}

/**
 * Keeps of a node's answer what was asked for: well-formed logs that match the filter and lie in the range. The rest
 * is dropped and counted.
 *
 * @throws {@link NodeError} of kind `malformed` when the answer is not a list at all.
 */
export function verifyLogs(
  answer: unknown,
  filter: Filter,
  where: BlockInterval | { blockHash: string },
  endpoint: string,
): VerifiedLogs {
  if (!Array.isArray(answer))
    throw new NodeError(`${endpoint} answered eth_getLogs with something that is not a list of logs.`, {
      kind: 'malformed',
      method: 'eth_getLogs',
      endpoint,
      advice: 'Use another endpoint.',
    })
  const logs: RawLog[] = []
  let sorted = true
  let previous: RawLog | undefined
  for (const item of answer as readonly unknown[]) {
    const log = parseRpcLog(item)
    if (!log || log.removed || !matchesFilter(filter, log) || !isWithin(where, log)) continue
    if (previous && compareLogs(previous, log) >= 0) sorted = false
    previous = log
    logs.push(log)
  }
  const unique = sorted ? logs : sortUnique(logs)
  return { logs: unique, dropped: answer.length - unique.length }
}

function isWithin(where: BlockInterval | { blockHash: string }, log: RawLog): boolean {
  if ('blockHash' in where) return log.blockHash.toLowerCase() === where.blockHash
  return log.blockNumber >= where.from && log.blockNumber <= where.to
}

function sortUnique(logs: RawLog[]): RawLog[] {
  const seen = new Set<string>()
  return logs.sort(compareLogs).filter((log) => {
    const id = logId(log)
    return seen.has(id) ? false : seen.add(id)
  })
}
