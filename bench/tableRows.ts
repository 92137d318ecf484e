import type { Hex } from 'viem'
import type { LogRow } from '../src/logs/Log.ts'

const variety = 1_000

/** Makes `count` decoded logs, newest first. They share hashes and arguments, so that a million fit into the page's memory. */
export function tableRows(count: number): LogRow[] {
  const hex = (seed: number, bytes: number): Hex =>
    `0x${Array.from({ length: bytes }, (_, at) => ((seed * 2_654_435_761 + at * 40_503) >>> 7) & 255)
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')}`
  const kinds = Array.from({ length: variety }, (_, seed) => {
    const [from, to] = [hex(seed + 1, 20), hex(seed + 2, 20)]
    const value = BigInt(hex(seed + 3, 8))
    const arg = { indexed: true, hashed: false }
    return {
      address: hex(seed % 7, 20),
      topics: [hex(9, 32), hex(seed + 1, 32), hex(seed + 2, 32)],
      data: hex(seed + 3, 32),
      transactionHash: hex(seed + 4, 32),
      blockHash: hex(seed + 5, 32),
      decoded: {
        name: 'Transfer',
        signature: 'Transfer(address,address,uint256)',
        source: 'given',
        args: [
          { name: 'from', type: 'address', value: from, ...arg },
          { name: 'to', type: 'address', value: to, ...arg },
          { name: 'value', type: 'uint256', value, ...arg, indexed: false },
        ],
      },
    } as const
  })
  return Array.from({ length: count }, (_, at): LogRow => {
    const { address, topics, data, transactionHash, blockHash, decoded } = kinds[at % variety]!
    const number = count - 1 - at
    return {
      address,
      topics,
      data,
      blockNumber: BigInt(18_000_000 + (number >> 2)),
      blockHash,
      transactionHash,
      transactionIndex: 0,
      logIndex: number & 3,
      removed: false,
      decoded,
    }
  })
}
