import type { RawLog } from '../../src/logs/Log.ts'

/** A log as nodes send it. */
export function toRpcLog(log: RawLog) {
  const hex = (value: bigint | number) => `0x${value.toString(16)}`
  return {
    ...log,
    blockNumber: hex(log.blockNumber),
    blockTimestamp: undefined,
    transactionIndex: hex(log.transactionIndex),
    logIndex: hex(log.logIndex),
  }
}
