import { joinSegments } from '../columns/joinSegments.ts'
import type { Piece } from './Piece.ts'
import type { BlockInterval } from '../Coverage.ts'
import { clipSegment } from '../columns/clipSegment.ts'

/** The part of a piece that lies in a range within its own. */
export function cutPiece(piece: Piece, range: BlockInterval): Piece {
  return { ...piece, range, segment: clipSegment(piece.segment, range) }
}

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

/** Whether all of a piece is in storage, as one record. */
export function isStored({ range, stored }: Piece): boolean {
  return stored.length === 1 && stored[0]!.from === range.from && stored[0]!.to === range.to
}

/** The highest block of a network that is held as final. */
export function findFinalTop(pieces: Iterable<Piece>, chainId: number): bigint | undefined {
  let top: bigint | undefined
  for (const { state, entry, range } of pieces)
    if (state === 'final' && entry.chainId === chainId && (top === undefined || range.to > top))
      top = range.to
  return top
}

/** What a piece and a hash cost beside the logs, roughly. */
const pieceBytes = 400
const hashBytes = 200

/** What a piece takes in memory, in bytes. */
export function pieceSize({ segment, hashes, entry }: Piece): number {
  return pieceBytes + entry.key.length + segment.byteLength + hashes.size * hashBytes
}

/**
 * Beyond this many logs, joining gains nothing on disk or in memory, and costs the page a moment: what a scan reads at once
 * is mostly larger and stays as it came.
 */
const maxLogs = 4_096
const maxBytes = 1024 * 1024
/** Copying so few costs nothing. */
const fewLogs = 128

/**
 * Two final pieces side by side as one, or `undefined` when they had better stay apart. Pieces join with others of about
 * their size, so that a million one-block pieces become a few large ones and each log is copied a few times only.
 */
export function mergePieces(left: Piece, right: Piece): Piece | undefined {
  if (left.state !== 'final' || right.state !== 'final' || left.range.to + 1n !== right.range.from)
    return undefined
  const [a, b] = [left.segment, right.segment]
  const logs = a.length + b.length
  const alike = Math.max(a.length, b.length) + 1 <= 2 * (Math.min(a.length, b.length) + 1)
  if (!alike && logs > fewLogs) return undefined
  if (logs > maxLogs || a.byteLength + b.byteLength > maxBytes) return undefined
  return {
    ...left,
    range: { from: left.range.from, to: right.range.to },
    segment: b.length === 0 ? a : a.length === 0 ? b : joinSegments([a, b]),
    stored: [...left.stored, ...right.stored],
  }
}
