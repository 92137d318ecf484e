import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { toIntervalSet, intersect, subtract } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { CacheEntry, Piece } from './Piece.ts'
import { clipSegment } from '../columns/clipSegment.ts'

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
      const list = state === 'stale' ? entry.stale : entry.current
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

/** Some blocks and the logs of theirs that were asked for. */
export interface IntervalLogs {
  readonly range: BlockInterval
  readonly segment: LogSegment
}

export interface CachedInterval extends IntervalLogs {
  /** Whether these blocks can never change. */
  readonly final: boolean
}

/** What a cache knows of a range. */
export interface CacheLookup {
  /** Complete as far as is known, in ascending order, without overlap. */
  readonly cached: readonly CachedInterval[]
  /** What has to be read. */
  readonly missing: IntervalSet
  /** Logs that some of the missing blocks once had: to be shown until those have been read, and claimed by nobody. */
  readonly stale: readonly IntervalLogs[]
}

/** Answers from the pieces of several entries, each of which has everything `filter` asks for: earlier entries first. */
export function collectPieces(
  entries: readonly CacheEntry[],
  filter: Filter,
  range: BlockInterval,
): { lookup: CacheLookup; used: readonly Piece[] } {
  // What can never change is worth more than what a tail of a closer filter says.
  const held = placePieces(entries, filter, toIntervalSet([range]), ['final', 'tail'])
  const stale = placePieces(entries, filter, held.missing, ['stale'])
  return {
    lookup: {
      cached: held.placed.map((one) => ({ ...clip(one), final: one.piece.state === 'final' })),
      missing: held.missing,
      stale: stale.placed.map(clip),
    },
    used: [...held.placed, ...stale.placed].map(({ piece }) => piece),
  }
}

function clip({ range, piece, filter }: PlacedInterval): IntervalLogs {
  return { range, segment: clipSegment(piece.segment, range, filter) }
}
