import type { BlockInterval } from '../Coverage.ts'
import type { Piece } from './Piece.ts'

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
    let low = 0
    let high = this.#pieces.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#pieces[middle]!.range.to < block) low = middle + 1
      else high = middle
    }
    return low
  }
}
