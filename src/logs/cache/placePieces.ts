import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { intersect, subtract, toIntervalSet } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import type { CacheEntry, Piece } from './Piece.ts'

/** Some blocks, and the piece that their logs are in. */
export interface PlacedInterval {
  readonly range: BlockInterval
  readonly piece: Piece
  /** Of the piece's logs, those that match. `undefined`: all do. */
  readonly filter: Filter | undefined
}

export interface PlacedPieces {
  /** Ascending, without overlap. */
  readonly placed: readonly PlacedInterval[]
  /** Blocks that are nowhere. */
  readonly missing: IntervalSet
}

/**
 * Where the logs of some blocks are: earlier states before later ones, and earlier entries first. Each entry has everything that `filter` asks for. Copies no logs.
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
      const list = state === 'stale' ? entry.stale : entry.held
      const pieces = list.overlapping(around).filter((piece) => piece.state === state)
      const ranges = pieces.map((piece) => piece.range)
      let at = 0
      for (const range of intersect(ranges, missing)) {
        while (pieces[at]!.range.to < range.from) at++
        // The entry's own filter is not the one asked for where the entry is a wider one.
        placed.push({ range, piece: pieces[at]!, filter: entry.filter === filter ? undefined : filter })
      }
      missing = subtract(missing, toIntervalSet(ranges))
    }
  return { placed: placed.sort((a, b) => (a.range.from < b.range.from ? -1 : 1)), missing }
}
