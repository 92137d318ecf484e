import type { Hash } from 'viem'
import type { BlockHashes } from '../columns/blockHashes.ts'

/** What a new answer says about the chain that earlier ones showed. */
export interface ChainComparison {
  /** Blocks above this one are no longer known to be on the chain; `-1n` when no block is. `undefined` without a contradiction. */
  readonly conflictAbove: bigint | undefined
  /** Whether any height was shown before with the same hash. */
  readonly agrees: boolean
}

/** The one chain that all unfinalised answers agree on: each height with its hash and how many answers showed it. */
export class ChainHashes {
  readonly #heights = new Map<bigint, { readonly hash: Hash; answers: number }>()

  has(height: bigint): boolean {
    return this.#heights.has(height)
  }

  compare(hashes: BlockHashes): ChainComparison {
    let lowest: bigint | undefined
    const agreed: bigint[] = []
    // The smaller of the two is walked: a large answer meets a short tail, or a short one a long tail.
    const heights = hashes.size < this.#heights.size ? hashes.keys() : this.#heights.keys()
    for (const height of heights) {
      const known = this.#heights.get(height)
      const shown = hashes.get(height)
      if (!known || shown === undefined) continue
      if (known.hash === shown) agreed.push(height)
      else if (lowest === undefined || height < lowest) lowest = height
    }
    if (lowest === undefined) return { conflictAbove: undefined, agrees: agreed.length > 0 }
    // A hash commits to all blocks below it, so what lies below an agreed height is agreed as well.
    let above = -1n
    for (const height of agreed) if (height < lowest && height > above) above = height
    return { conflictAbove: above, agrees: agreed.length > 0 }
  }

  /** Counts an answer in. It must agree with those there. */
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
