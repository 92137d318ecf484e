import type { RawLog } from './Log.ts'

type Position = Pick<RawLog, 'blockNumber' | 'logIndex'>

/** Compares logs by block number, then by log index: the order used everywhere. */
export function compareLogs(a: Position, b: Position): number {
  if (a.blockNumber !== b.blockNumber) return a.blockNumber < b.blockNumber ? -1 : 1
  return a.logIndex - b.logIndex
}

/**
 * The identity of a log: its block hash and log index. In a list of several chains, preceded by its chain id, because
 * forked chains share blocks.
 */
export function logId(log: Pick<RawLog, 'blockHash' | 'logIndex'>): string {
  const id = `${log.blockHash}:${log.logIndex}`
  return 'chainId' in log ? `${String(log.chainId)}:${id}` : id
}

/** What a log says: equal for two answers about the same log. */
export function contentOf({ address, topics, data, transactionHash }: RawLog): string {
  return [address, topics, data, transactionHash].join()
}
