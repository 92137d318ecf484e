import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../Filter.ts'
import { intersect, subtract, toIntervalSet } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import type { LogSegment } from '../LogSegment.ts'
import type { CacheEntry } from './CacheEntry.ts'
import { clipSegment } from './clipSegment.ts'
import type { Piece } from './Piece.ts'

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
  const used: Piece[] = []
  let missing = toIntervalSet([range])

  /** Takes from the pieces what is in `wanted`, and says what they do not have. */
  function take(
    entry: CacheEntry,
    state: Piece['state'],
    wanted: IntervalSet,
    into: HeldInterval[],
  ): IntervalSet {
    if (wanted.length === 0) return wanted
    const list = state === 'stale' ? entry.stale : entry.held
    const pieces = list.overlapping(range).filter((piece) => piece.state === state)
    const ranges = pieces.map((piece) => piece.range)
    let at = 0
    let last: Piece | undefined
    for (const part of intersect(ranges, wanted)) {
      while (pieces[at]!.range.to < part.from) at++
      const piece = pieces[at]!
      if (piece !== last) used.push(piece)
      last = piece
      // The entry's own filter is not the one asked for where the entry is a wider one.
      const segment = clipSegment(piece.segment, part, entry.filter === filter ? undefined : filter)
      into.push({ range: part, segment, final: state === 'final' })
    }
    return subtract(wanted, toIntervalSet(ranges))
  }

  const held: HeldInterval[] = []
  // What can never change is worth more than what a tail of a closer filter says.
  for (const state of ['final', 'tail'] as const)
    for (const entry of entries) missing = take(entry, state, missing, held)
  const stale: HeldInterval[] = []
  let unknown = missing
  for (const entry of entries) unknown = take(entry, 'stale', unknown, stale)
  return {
    lookup: {
      held: held.sort(ascending),
      missing,
      stale: stale.sort(ascending).map(({ range, segment }) => ({ range, segment })),
    },
    used,
  }
}

function ascending(a: CachedInterval, b: CachedInterval): number {
  return a.range.from < b.range.from ? -1 : 1
}
