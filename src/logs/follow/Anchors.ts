import type { Hash } from 'viem'
import type { Pool } from '../../rpc/Pool.ts'
import { readHeader } from './readHeader.ts'

/** A final block that was seen. */
export interface Anchor {
  readonly number: bigint
  readonly hash: Hash
}

/** Anchors that are kept: the newest ones, and ever fewer of the older. */
const mostAnchors = 16
/** Blocks between two anchors at least. */
const distance = 200n

/** Final blocks as they were, to notice that a chain was replaced deeper than anything should be. */
export class Anchors {
  #anchors: readonly Anchor[]

  constructor(first: Anchor | undefined) {
    this.#anchors = first ? [first] : []
  }

  /** Remembers the newest final block from time to time. */
  async keep(pool: Pool, finalised: bigint, signal: AbortSignal): Promise<void> {
    const last = this.#anchors.at(-1)
    if (finalised < 0n || (last && finalised < last.number + distance)) return
    const header = await readHeader(pool, finalised, signal)
    if (!header) return
    const { number, hash } = header
    const all = [...this.#anchors, { number, hash }]
    this.#anchors = all.length <= mostAnchors ? all : all.filter((_, index) => index >= 8 || index % 2 === 0)
  }

  /** The highest anchor that still holds, or -1 when none does; `undefined` when all is as it was, or nothing is known. */
  async findFork(pool: Pool, signal: AbortSignal): Promise<bigint | undefined> {
    const holds = async ({ number, hash }: Anchor) => (await readHeader(pool, number, signal))?.hash === hash
    for (const [back, anchor] of this.#anchors.toReversed().entries())
      if (await holds(anchor)) return back === 0 ? undefined : anchor.number
    return this.#anchors.length === 0 ? undefined : -1n
  }

  /** Forgets the anchors above a block: they are of a chain that is gone. */
  cut(fork: bigint): void {
    this.#anchors = this.#anchors.filter(({ number }) => number <= fork)
  }
}
