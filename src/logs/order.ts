import type { RawLog } from './Log.ts'

type Position = Pick<RawLog, 'blockNumber' | 'logIndex'>

/** The order of logs, everywhere: by block number, then by index within the block. */
export function compareLogs(a: Position, b: Position): number {
  if (a.blockNumber !== b.blockNumber) return a.blockNumber < b.blockNumber ? -1 : 1
  return a.logIndex - b.logIndex
}

/** What makes two logs the same log, everywhere: the block they are in, by its hash, and their index there. */
export function logId(log: Pick<RawLog, 'blockHash' | 'logIndex'>): string {
  return `${log.blockHash}:${log.logIndex}`
}
