import type { Piece } from './Piece.ts'

/** What a piece and a hash cost beside the logs, roughly. */
const pieceBytes = 400
const hashBytes = 200

/** What a piece takes in memory, in bytes. */
export function pieceSize({ segment, hashes, entry }: Piece): number {
  return pieceBytes + entry.key.length + segment.byteLength + hashes.size * hashBytes
}
