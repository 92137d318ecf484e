import { cutPiece } from './cutPiece.ts'
import type { Piece } from './Piece.ts'

/** A piece cut after a block, without parts that would be empty: one part keeps its state, the other takes a new one. */
export function splitPiece(
  piece: Piece,
  after: bigint,
  states: { readonly below?: Piece['state']; readonly above?: Piece['state'] },
): Piece[] {
  const { from, to } = piece.range
  const parts = [
    { range: { from, to: to < after ? to : after }, state: states.below ?? piece.state },
    { range: { from: from > after ? from : after + 1n, to }, state: states.above ?? piece.state },
  ]
  return parts
    .filter(({ range }) => range.from <= range.to)
    .map(({ range, state }) => ({
      ...cutPiece(piece, range),
      state,
      hashes: state === 'tail' ? piece.hashes : new Map(),
    }))
}
