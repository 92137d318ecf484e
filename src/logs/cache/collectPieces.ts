import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { toIntervalSet } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import type { CacheEntry, Piece } from './Piece.ts'
import { clipSegment } from '../columns/clipSegment.ts'
import { placePieces } from './placePieces.ts'
import type { PlacedInterval } from './placePieces.ts'

/** Some blocks and the logs of theirs that were asked for. */
export interface CachedInterval {
  readonly range: BlockInterval
  readonly segment: LogSegment
}

export interface HeldInterval extends CachedInterval {
  /** Whether these blocks can never change. */
  readonly final: boolean
}

/** What a cache knows of a range. */
export interface CacheLookup {
  /** Complete as far as is known, in ascending order, without overlap. */
  readonly held: readonly HeldInterval[]
  /** What has to be read. */
  readonly missing: IntervalSet
  /** Logs that some of the missing blocks once had: to be shown until those have been read, and claimed by nobody. */
  readonly stale: readonly CachedInterval[]
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
      held: held.placed.map((one) => ({ ...clip(one), final: one.piece.state === 'final' })),
      missing: held.missing,
      stale: stale.placed.map(clip),
    },
    used: [...held.placed, ...stale.placed].map(({ piece }) => piece),
  }
}

function clip({ range, piece, filter }: PlacedInterval): CachedInterval {
  return { range, segment: clipSegment(piece.segment, range, filter) }
}
