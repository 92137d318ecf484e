import type { Address, Hash, Hex } from 'viem'
import type { BlockInterval } from '../../../src/logs/Coverage.ts'
import type { Filter } from '../../../src/logs/filter/Filter.ts'
import { matchesFilter } from '../../../src/logs/filter/matchesFilter.ts'
import type { RawLog } from '../../../src/logs/Log.ts'

export const addresses = [1, 2, 3].map((n): Address => `0x${String(n).repeat(40)}`)
/** One of these begins with 12 zero bytes, like an address in a topic. */
export const topics = [
  `0x${'a'.repeat(64)}`,
  `0x${'0'.repeat(24)}${'1'.repeat(40)}`,
  `0x${'f'.repeat(64)}`,
] as readonly Hex[]

/** A small number derived deterministically from the given numbers. */
function mix(...numbers: readonly number[]): number {
  let mixed = 7
  for (const number of numbers) {
    mixed = Math.imul(mixed ^ (number + 0x9e3779b9), 0x85ebca6b)
    mixed ^= mixed >>> 13
  }
  return mixed >>> 0
}

/** A chain that can be reorganized: each block has a version; its logs and hash follow from height and version. */
export class Chain {
  readonly #versions: number[] = []
  #forks = 0

  /** Replaces this block and all after it. */
  reorg(from: bigint): void {
    this.#forks++
    for (let height = Number(from); height < 1_000; height++) this.#versions[height] = this.#forks
  }

  hash(height: bigint): Hash {
    const version = this.#versions[Number(height)] ?? 0
    return `0x${version.toString(16).padStart(32, '0')}${height.toString(16).padStart(32, '0')}`
  }

  logs(height: bigint, filter: Filter = { address: undefined, topics: [] }): readonly RawLog[] {
    const block = Number(height)
    const version = this.#versions[block] ?? 0
    const count = mix(block, version) % 4
    return Array.from({ length: count }, (_, logIndex): RawLog => {
      const random = mix(block, version, logIndex)
      return {
        address: addresses[random % 3]!,
        topics: Array.from({ length: (random >>> 4) % 4 }, (_, k) => topics[(random >>> (8 + 2 * k)) % 3]!),
        data: `0x${random.toString(16).padStart(8, '0')}`,
        blockNumber: height,
        blockHash: this.hash(height),
        transactionHash: `0x${'e'.repeat(56)}${random.toString(16).padStart(8, '0')}`,
        transactionIndex: logIndex,
        logIndex,
        removed: false,
      }
    }).filter((log) => matchesFilter(filter, log))
  }

  read({ from, to }: BlockInterval, filter: Filter): readonly RawLog[] {
    return blocksOf({ from, to }).flatMap((height) => this.logs(height, filter))
  }
}

export function blocksOf({ from, to }: BlockInterval): bigint[] {
  return Array.from({ length: Math.max(0, Number(to - from) + 1) }, (_, k) => from + BigInt(k))
}
