import { countLogs } from '../columns/LogSelection.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { Hash } from 'viem'
import type { Pool } from '../../rpc/Pool.ts'
import type { Head } from '../chain/readHeader.ts'
import { readHeader } from '../chain/readHeader.ts'

/** A block that was seen, and that lay so deep then that it is not read again. */
export interface Checkpoint {
  readonly number: bigint
  readonly hash: Hash
}

/** Checkpoints that are kept: the newest ones, and ever fewer of the older. */
const mostAnchors = 16
/** Blocks between two anchors at least that come for nothing. */
const distance = 25n

/** Deep blocks as they were, to notice that a chain was replaced deeper than anything should be. */
export class Checkpoints {
  #anchors: readonly Checkpoint[]
  /** Heads that came one on top of the other, up to the last one: of one chain, for certain. */
  #links: readonly Checkpoint[] = []

  constructor(first: Checkpoint | undefined) {
    this.#anchors = first ? [first] : []
  }

  /** The highest of them. */
  get top(): bigint | undefined {
    return this.#anchors.at(-1)?.number
  }

  /** A head on top of the last one. Once it lies deep enough, it is as good as one that was asked for. */
  link({ number, hash }: Head, settled: bigint): void {
    this.#links = [...this.#links, { number, hash }]
    const deep = this.#links.findLast((link) => link.number <= settled)
    if (!deep) return
    this.#links = this.#links.filter((link) => link.number > deep.number)
    if (deep.number >= (this.top ?? -distance) + distance) this.add(deep)
  }

  /** A head that is on top of none that was seen. */
  begin({ number, hash }: Head): void {
    this.#links = [{ number, hash }]
  }

  /** The newest block that lies deep enough, if it is higher than what is known. */
  async propose(pool: Pool, settled: bigint, signal: AbortSignal): Promise<Checkpoint | undefined> {
    if (settled < 0n || (this.top !== undefined && settled <= this.top)) return undefined
    return readHeader(pool, settled, signal)
  }

  add({ number, hash }: Checkpoint): void {
    const all = [...this.#anchors, { number, hash }]
    this.#anchors = all.length <= mostAnchors ? all : all.filter((_, index) => index >= 8 || index % 2 === 0)
  }

  /** The highest anchor that still holds, or -1 when none does; `undefined` when all is as it was, or nothing is known. */
  async findFork(pool: Pool, signal: AbortSignal): Promise<bigint | undefined> {
    const holds = async ({ number, hash }: Checkpoint) =>
      (await readHeader(pool, number, signal))?.hash === hash
    for (const [back, anchor] of this.#anchors.toReversed().entries())
      if (await holds(anchor)) return back === 0 ? undefined : anchor.number
    return this.#anchors.length === 0 ? undefined : -1n
  }

  /** Forgets the anchors above a block: they are of a chain that is gone. */
  cut(fork: bigint): void {
    this.#anchors = this.#anchors.filter(({ number }) => number <= fork)
  }
}

/** The block of the last log of a list, oldest first. */
export function lastBlock(selections: readonly LogSelection[]): Checkpoint | undefined {
  const last = selections.findLast(countLogs)
  if (!last) return undefined
  const row = last.rows ? last.rows.at(-1)! : last.segment.length - 1
  return { number: last.segment.blockNumber(row), hash: last.segment.blockHash(row) }
}
