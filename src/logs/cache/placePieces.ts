import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { toIntervalSet, intersect, subtract, type IntervalSet } from '../intervals.ts'
import type { CacheEntry, Piece } from './Piece.ts'

/** A range of blocks, and the piece with their logs. */
export interface PlacedInterval {
  readonly range: BlockInterval
  readonly piece: Piece
  /** Selects from the piece's logs; `undefined` if all match. */
  readonly filter: Filter | undefined
}

export interface PlacedPieces {
  /** Ascending, without overlap. */
  readonly placed: readonly PlacedInterval[]
  /** Blocks that are in no piece. */
  readonly missing: IntervalSet
}

/**
 * Finds the pieces with the logs of some blocks, in the order of `states` and then of `entries`, each of which has all logs
 * that match `filter`. Copies no logs.
 */
export function placePieces(
  entries: readonly CacheEntry[],
  filter: Filter,
  blocks: IntervalSet,
  states: readonly Piece['state'][],
): PlacedPieces {
  const placed: PlacedInterval[] = []
  let missing = blocks
  for (const state of states)
    for (const entry of entries) {
      if (missing.length === 0) break
      const around = { from: missing[0]!.from, to: missing.at(-1)!.to }
      const pieces = entry.pieces.overlapping(around).filter((piece) => piece.state === state)
      const ranges = pieces.map((piece) => piece.range)
      let at = 0
      for (const range of intersect(ranges, missing)) {
        while (pieces[at]!.range.to < range.from) at++
        // An entry of a wider filter has logs that do not match.
        placed.push({ range, piece: pieces[at]!, filter: entry.filter === filter ? undefined : filter })
      }
      missing = subtract(missing, toIntervalSet(ranges))
    }
  return { placed: placed.sort((a, b) => (a.range.from < b.range.from ? -1 : 1)), missing }
}
