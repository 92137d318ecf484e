import type { RawLog } from '../Log.ts'

/** A log in JSON-RPC form. */
export interface LogJson {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly transactionHash: string
  readonly transactionIndex: string
  readonly logIndex: string
  readonly blockTimestamp?: string
  readonly removed: boolean
}

/** Converts a log to JSON-RPC form: quantities as hex. */
export function toLogJson(log: RawLog): LogJson {
  const { address, topics, data, blockHash, transactionHash, blockTimestamp, removed } = log
  return {
    address,
    topics,
    data,
    blockNumber: hex(log.blockNumber),
    blockHash,
    transactionHash,
    transactionIndex: hex(log.transactionIndex),
    logIndex: hex(log.logIndex),
    ...(blockTimestamp !== undefined && { blockTimestamp: hex(blockTimestamp) }),
    removed,
  }
}

function hex(quantity: bigint | number): string {
  return `0x${quantity.toString(16)}`
}
