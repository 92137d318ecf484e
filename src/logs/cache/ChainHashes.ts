import type { Hash } from 'viem'
import type { BlockHashes } from '../columns/blockHashes.ts'

/** How new hashes compare with the known ones. */
export interface ChainComparison {
  /** Blocks above this one may no longer be on the chain; `-1n` if none may be. `undefined` without a conflict. */
  readonly conflictAbove: bigint | undefined
  /** Whether any height has the same hash in both. */
  readonly agrees: boolean
}

/** The chain that all tails agree on: the hash of each height, and how many tails have it. */
export class ChainHashes {
  readonly #heights = new Map<bigint, { readonly hash: Hash; answers: number }>()

  has(height: bigint): boolean {
    return this.#heights.has(height)
  }

  compare(hashes: BlockHashes): ChainComparison {
    let lowest: bigint | undefined
    const agreed: bigint[] = []
    // Walks the smaller of the two.
    const heights = hashes.size < this.#heights.size ? hashes.keys() : this.#heights.keys()
    for (const height of heights) {
      const known = this.#heights.get(height)
      const shown = hashes.get(height)
      if (!known || shown === undefined) continue
      if (known.hash === shown) agreed.push(height)
      else if (lowest === undefined || height < lowest) lowest = height
    }
    if (lowest === undefined) return { conflictAbove: undefined, agrees: agreed.length > 0 }
    // A hash commits to all blocks below it: blocks below an agreed height agree, too.
    let above = -1n
    for (const height of agreed) if (height < lowest && height > above) above = height
    return { conflictAbove: above, agrees: agreed.length > 0 }
  }

  /** Adds the hashes of a tail, which must agree with the known ones. */
  retain(hashes: BlockHashes): void {
    for (const [height, hash] of hashes) {
      const known = this.#heights.get(height)
      if (known) known.answers++
      else this.#heights.set(height, { hash, answers: 1 })
    }
  }

  release(hashes: BlockHashes): void {
    for (const height of hashes.keys()) {
      const known = this.#heights.get(height)
      if (known && --known.answers === 0) this.#heights.delete(height)
    }
  }
}
