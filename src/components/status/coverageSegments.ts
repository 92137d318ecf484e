import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { intersect, subtract, toIntervalSet, unite } from '../../logs/intervals.ts'

/** `archived` blocks come from an archive: only its publisher knows that no log is missing. */
export type CoverageState = 'verified' | 'archived' | 'trimmed' | 'pending' | 'failed'

/** A part of a coverage bar. */
export interface CoverageSegment {
  readonly state: CoverageState
  readonly range: BlockInterval
  /** Number of blocks of the range in this state. Not all of them, if tiny neighbours were merged. */
  readonly blocks: bigint
  /** Where it begins and how long it is, as shares of the whole: 0 to 1. */
  readonly start: number
  readonly length: number
}

// Parts smaller than this cannot be told apart: 1,000 fit on a wide screen.
const smallest = 1 / 1_000

/**
 * Splits a coverage into the segments of a bar over `whole`. Failed takes precedence over pending, then trimmed, then
 * verified; tiny neighbours are merged.
 */
export function coverageSegments(coverage: Coverage, whole: BlockInterval): readonly CoverageSegment[] {
  const all = [whole]
  const failed = intersect(toIntervalSet(coverage.failed.map(({ range }) => range)), all)
  const pending = subtract(intersect(toIntervalSet(coverage.pending), all), failed)
  const missing = unite(failed, pending)
  const trimmed = subtract(intersect(toIntervalSet(coverage.trimmed), all), missing)
  const verified = subtract(intersect(toIntervalSet(coverage.verified), all), unite(missing, trimmed))
  const archived = intersect(toIntervalSet(coverage.archived ?? []), verified)
  const blocks = whole.to - whole.from + 1n
  const share = (count: bigint) => Number((count * 1_000_000n) / blocks) / 1_000_000
  return [
    draw('verified', subtract(verified, archived)),
    draw('archived', archived),
    draw('trimmed', trimmed),
    draw('pending', pending),
    draw('failed', failed),
  ].flat()

  function draw(state: CoverageState, set: readonly BlockInterval[]): CoverageSegment[] {
    const segments: CoverageSegment[] = []
    for (const range of set) {
      const start = share(range.from - whole.from)
      const count = range.to - range.from + 1n
      const length = share(count)
      const last = segments.at(-1)
      if (
        last &&
        start - (last.start + last.length) < smallest &&
        (length < smallest || last.length < smallest)
      )
        segments[segments.length - 1] = {
          state,
          range: { from: last.range.from, to: range.to },
          blocks: last.blocks + count,
          start: last.start,
          length: start + length - last.start,
        }
      else segments.push({ state, range, blocks: count, start, length })
    }
    return segments
  }
}
