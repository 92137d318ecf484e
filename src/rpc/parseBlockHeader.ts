import type { Hash, Hex } from 'viem'
import { isObject } from '../base/unknownJson.ts'
import { readHeight, readQuantity } from './parseQuantity.ts'

/** The fields of a block header that reading logs needs. */
export interface BlockHeader {
  readonly number: bigint
  readonly hash: Hash
  readonly parentHash: Hash
  readonly timestamp: bigint
  readonly logsBloom?: Hex | undefined
  readonly gasUsed?: bigint | undefined
}

const hashShape = /^0x[0-9a-f]{64}$/i
const bloomShape = /^0x[0-9a-f]{512}$/i

/** Parses a block of a node, or a pushed head; `undefined` if one of these fields is malformed. */
export function parseBlockHeader(value: unknown): BlockHeader | undefined {
  if (!isObject(value)) return undefined
  const block: { readonly [field in keyof BlockHeader]?: unknown } = value
  const number = readHeight(block.number)
  const hash = readHex(block.hash, hashShape)
  const parentHash = readHex(block.parentHash, hashShape)
  const timestamp = readQuantity(block.timestamp)
  const logsBloom = readHex(block.logsBloom, bloomShape)
  const gasUsed = readQuantity(block.gasUsed)
  if (number === undefined || !hash || !parentHash || timestamp === undefined) return undefined
  if (block.logsBloom !== undefined && !logsBloom) return undefined
  if (block.gasUsed !== undefined && gasUsed === undefined) return undefined
  return { number, hash, parentHash, timestamp, logsBloom, gasUsed }
}

function readHex(value: unknown, shape: RegExp): Hex | undefined {
  return typeof value === 'string' && shape.test(value) ? (value.toLowerCase() as Hex) : undefined
}
