import { bytesToHex, keccak256, type Hex } from 'viem'
import type { TestBlock } from './TestChain.ts'
import type { WireLog } from './WireLog.ts'

const hex = (value: number): Hex => `0x${value.toString(16)}`

const headers = new WeakMap<TestBlock, ReturnType<typeof makeHeader>>()

/** The header as a node sends it, with the bloom of its logs. */
export function toRpcHeader(block: TestBlock) {
  const known = headers.get(block) ?? makeHeader(block)
  headers.set(block, known)
  return known
}

function makeHeader(block: TestBlock) {
  return {
    number: hex(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: hex(block.timestamp),
    logsBloom: bloomOf(block.logs),
    gasLimit: '0x1c9c380',
    gasUsed: '0x0',
    baseFeePerGas: '0x7',
    difficulty: '0x0',
    extraData: '0x',
    miner: `0x${'0'.repeat(40)}`,
    nonce: '0x0000000000000000',
    mixHash: `0x${'0'.repeat(64)}`,
    receiptsRoot: `0x${'0'.repeat(64)}`,
    stateRoot: `0x${'0'.repeat(64)}`,
    transactionsRoot: `0x${'0'.repeat(64)}`,
    sha3Uncles: `0x${'0'.repeat(64)}`,
    size: '0x0',
    uncles: [],
    transactions: [...new Set(block.logs.map(({ transactionHash }) => transactionHash))],
  }
}

/** The three bits of an item, each as byte and mask. Chains repeat their addresses and topics, and hashing is slow. */
const bloomBits = new Map<Hex, readonly (readonly [index: number, mask: number])[]>()

function bitsOf(item: Hex) {
  const known = bloomBits.get(item)
  if (known) return known
  const digest = keccak256(item, 'bytes')
  const bits = [0, 2, 4].map((at) => {
    const bit = (((digest[at] ?? 0) << 8) | (digest[at + 1] ?? 0)) & 2047
    return [255 - (bit >> 3), 1 << (bit & 7)] as const
  })
  bloomBits.set(item, bits)
  return bits
}

function bloomOf(logs: readonly WireLog[]): Hex {
  const bloom = new Uint8Array(256)
  for (const { address, topics } of logs)
    for (const item of [address, ...topics])
      for (const [index, mask] of bitsOf(item)) bloom[index] = (bloom[index] ?? 0) | mask
  return bytesToHex(bloom)
}

/** A transaction and its receipt as one object, used for both replies. */
export function toRpcTransaction(first: WireLog, logs: readonly WireLog[]) {
  const { transactionHash, blockHash, blockNumber, transactionIndex, address } = first
  return {
    ...{ hash: transactionHash, transactionHash, blockHash, blockNumber, transactionIndex },
    ...{ from: `0x${'f0'.repeat(20)}`, to: address, contractAddress: null },
    ...{ value: '0x0', input: '0x', nonce: '0x0', gas: '0x186a0', gasPrice: '0x3b9aca00' },
    ...{ status: '0x1', gasUsed: '0xc350', effectiveGasPrice: '0x3b9aca00', logs },
  }
}
