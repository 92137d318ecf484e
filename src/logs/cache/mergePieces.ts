import { joinSegments } from '../columns/joinSegments.ts'
import type { Piece } from './Piece.ts'

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
