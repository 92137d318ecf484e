import type { BlockInterval } from '../Coverage.ts'
import { clipSegment } from '../columns/clipSegment.ts'
import type { Piece } from './Piece.ts'

/** The part of a piece that lies in a range within its own. */
export function cutPiece(piece: Piece, range: BlockInterval): Piece {
  return { ...piece, range, segment: clipSegment(piece.segment, range) }
}
