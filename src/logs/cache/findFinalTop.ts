import type { Piece } from './Piece.ts'

/** The highest block of a network that is held as final. */
export function findFinalTop(pieces: Iterable<Piece>, networkId: number): bigint | undefined {
  let top: bigint | undefined
  for (const { state, entry, range } of pieces)
    if (state === 'final' && entry.networkId === networkId && (top === undefined || range.to > top))
      top = range.to
  return top
}
