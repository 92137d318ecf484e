import type { BlockInterval } from '../Coverage.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { BlockHashes } from '../columns/blockHashes.ts'

import type { Filter } from '../filter/Filter.ts'
import { lowerBound } from '../lowerBound.ts'

/**
 * Some blocks, and all logs of theirs that a filter asks for. What changes is replaced.
 *
 * - `final`: can never change
 * - `tail`: was so when it was read, and nothing has contradicted it since
 * - `stale`: was so once; kept to be shown until it has been read again, and claimed by nobody
 */
export interface Piece {
  readonly state: 'final' | 'tail' | 'stale'
  readonly entry: CacheEntry
  readonly range: BlockInterval
  /** Logs of the range only. */
  readonly segment: LogSegment
  /** Of a tail: the hashes that its answer showed. */
  readonly hashes: BlockHashes
  /** Of a final piece: the intervals under which its logs are in storage. The only thing that changes: when it is written. */
  stored: readonly BlockInterval[]
}

/** Pieces in ascending order, none overlapping another. */
export class PieceList {
  readonly #pieces: Piece[] = []

  get length(): number {
    return this.#pieces.length
  }

  all(): readonly Piece[] {
    return [...this.#pieces]
  }

  overlapping({ from, to }: BlockInterval): readonly Piece[] {
    const start = this.#find(from)
    let end = start
    while (end < this.#pieces.length && this.#pieces[end]!.range.from <= to) end++
    return this.#pieces.slice(start, end)
  }

  insert(piece: Piece): void {
    this.#pieces.splice(this.#find(piece.range.from), 0, piece)
  }

  delete(piece: Piece): void {
    const at = this.#find(piece.range.from)
    if (this.#pieces[at] === piece) this.#pieces.splice(at, 1)
  }

  /** Where the first piece stands that ends at or after a block. */
  #find(block: bigint): number {
    return lowerBound(this.#pieces.length, (index) => this.#pieces[index]!.range.to < block)
  }
}

/** What is held for one filter of one network. */
export class CacheEntry {
  readonly chainId: number
  readonly key: string
  readonly filter: Filter
  /** Final and tail pieces: what is held. */
  readonly held = new PieceList()
  readonly stale = new PieceList()

  constructor(chainId: number, key: string, filter: Filter) {
    this.chainId = chainId
    this.key = key
    this.filter = filter
  }
}
