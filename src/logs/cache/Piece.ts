import type { BlockHashes } from '../columns/blockHashes.ts'
import { clipSegment } from '../columns/clipSegment.ts'
import { joinSegments } from '../columns/joinSegments.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { earlier, later } from '../intervals.ts'
import { lowerBound } from '../lowerBound.ts'

/**
 * A range of blocks, with all of its logs that match a filter. Immutable: changed pieces are replaced.
 *
 * - `final`: can never change
 * - `tail`: not final; dropped as soon as newer logs contradict it
 */
export interface Piece {
  readonly state: 'final' | 'tail'
  readonly entry: CacheEntry
  readonly range: BlockInterval
  /** Logs of the range only. */
  readonly segment: LogSegment
  /** The block hashes that came with a tail. */
  readonly hashes: BlockHashes
  /** The ranges under which the logs of a final piece are in storage. Set when it is written: the only field that changes. */
  stored: readonly BlockInterval[]
}

/** Pieces in ascending order, without overlap. */
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

  /** The index of the first piece that ends at or after a block. */
  #find(block: bigint): number {
    return lowerBound(this.#pieces.length, (index) => this.#pieces[index]!.range.to < block)
  }
}

/** The pieces of one filter of one network. */
export interface CacheEntry {
  readonly chainId: number
  readonly key: string
  readonly filter: Filter
  readonly pieces: PieceList
}

/** The part of a piece in a range within its own. */
export function cutPiece(piece: Piece, range: BlockInterval): Piece {
  return { ...piece, range, segment: clipSegment(piece.segment, range) }
}

/** Splits a piece after a block, and gives its parts new states, or drops the upper one. */
export function splitPiece(
  piece: Piece,
  after: bigint,
  states: { readonly below?: 'final'; readonly above?: 'dropped' },
): Piece[] {
  const { from, to } = piece.range
  const parts = [
    { range: { from, to: earlier(to, after) }, state: states.below ?? piece.state },
    { range: { from: later(from, after + 1n), to }, state: states.above ?? piece.state },
  ]
  return parts.flatMap(({ range, state }) =>
    state === 'dropped' || range.from > range.to
      ? []
      : [{ ...cutPiece(piece, range), state, hashes: state === 'tail' ? piece.hashes : new Map() }],
  )
}

/** Whether all of a piece is in storage, as one record. */
export function isStored({ range, stored }: Piece): boolean {
  return stored.length === 1 && stored[0]!.from === range.from && stored[0]!.to === range.to
}

/** The highest final block of a network. */
export function findFinalTop(pieces: Iterable<Piece>, chainId: number): bigint | undefined {
  let top: bigint | undefined
  for (const { state, entry, range } of pieces)
    if (state === 'final' && entry.chainId === chainId && (top === undefined || range.to > top))
      top = range.to
  return top
}

/** Approximate memory of a piece without its logs, and of a hash. */
const pieceBytes = 400
const hashBytes = 200

/** The approximate memory of a piece, in bytes. */
export function pieceSize({ segment, hashes, entry }: Piece): number {
  return pieceBytes + entry.key.length + segment.byteLength + hashes.size * hashBytes
}

/**
 * Larger pieces are not merged: that would save nothing and briefly block the page. Most answers to a scan are
 * larger.
 */
const maxLogs = 4_096
const maxBytes = 1024 * 1024
/** So few logs that copying them costs next to nothing. */
const fewLogs = 128

/**
 * Merges two final, neighboring pieces; `undefined` if they should stay apart. Pieces merge with others of about their size:
 * so a million one-block pieces become a few large ones, and each log is copied only a few times.
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
