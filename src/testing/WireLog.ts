import type { Address, Hash, Hex } from 'viem'
import { parseRpcLog } from '../rpc/parseRpcLog.ts'
import type { RawLog } from '../rpc/RawLog.ts'

/** A log as it goes over the wire. */
export interface WireLog {
  address: Address
  topics: readonly Hex[]
  data: Hex
  blockNumber: Hex
  blockHash: Hash
  transactionHash: Hash
  transactionIndex: Hex
  logIndex: Hex
  blockTimestamp?: Hex
  removed: boolean
}

const parsedLogs = new WeakMap<WireLog, RawLog>()

/** Parses a log of a test chain, and returns the same object each time. */
export function readWireLog(log: WireLog): RawLog {
  let parsed = parsedLogs.get(log)
  if (parsed) return parsed
  parsed = parseRpcLog(log)
  if (!parsed) throw new Error('The test chain made a log of the wrong shape.')
  parsedLogs.set(log, parsed)
  return parsed
}
