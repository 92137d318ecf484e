import type { Piece } from './Piece.ts'

/** Whether all of a piece is in storage, as one record. */
export function isStored({ range, stored }: Piece): boolean {
  return stored.length === 1 && stored[0]!.from === range.from && stored[0]!.to === range.to
}
