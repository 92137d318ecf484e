import type { Address, Hash, Hex } from 'viem'
import { isObject } from '../base/unknownJson.ts'
import type { RawLog } from './RawLog.ts'

const hex = /^0x(?:[0-9a-f]{2})*$/i
const quantity = /^0x[0-9a-f]{1,16}$/i
const word = /^0x[0-9a-f]{64}$/i
const address = /^0x[0-9a-f]{40}$/i

/**
 * Parses one log of an `eth_getLogs` result; `undefined` if it is not a mined log of the right shape. Written by hand
 * because it runs once per log: a schema would cost more than parsing the whole answer.
 */
export function parseRpcLog(row: unknown): RawLog | undefined {
  if (!isObject(row)) return undefined
  if (!isShaped(row['address'], address) || !isShaped(row['data'], hex)) return undefined
  if (!isShaped(row['blockHash'], word) || !isShaped(row['transactionHash'], word)) return undefined
  const topics = parseTopics(row['topics'])
  const blockNumber = row['blockNumber']
  const transactionIndex = toIndex(row['transactionIndex'])
  const logIndex = toIndex(row['logIndex'])
  if (!topics || transactionIndex === undefined || logIndex === undefined) return undefined
  if (!isShaped(blockNumber, quantity)) return undefined
  const { removed, blockTimestamp } = row
  if (removed !== undefined && removed !== null && typeof removed !== 'boolean') return undefined
  const log = {
    address: row['address'].toLowerCase() as Address,
    topics,
    data: row['data'].toLowerCase() as Hex,
    blockNumber: BigInt(blockNumber),
    blockHash: row['blockHash'].toLowerCase() as Hash,
    transactionHash: row['transactionHash'].toLowerCase() as Hash,
    transactionIndex,
    logIndex,
    removed: removed === true,
  }
  // A log with a malformed timestamp is kept: the block has the timestamp, too.
  return isShaped(blockTimestamp, quantity) ? { ...log, blockTimestamp: BigInt(blockTimestamp) } : log
}

function isShaped(value: unknown, shape: RegExp): value is string {
  return typeof value === 'string' && shape.test(value)
}

function parseTopics(value: unknown): readonly Hex[] | undefined {
  if (!Array.isArray(value) || value.length > 4) return undefined
  const topics: Hex[] = []
  for (const topic of value as unknown[]) {
    if (!isShaped(topic, word)) return undefined
    topics.push(topic.toLowerCase() as Hex)
  }
  return topics
}

function toIndex(value: unknown): number | undefined {
  if (!isShaped(value, quantity)) return undefined
  const index = Number(value)
  return Number.isSafeInteger(index) ? index : undefined
}
