import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import { countBlocks } from '../../logs/intervals.ts'
import { splitCoverage, type CoverageState } from './splitCoverage.ts'

/** A part of a coverage bar. */
export interface CoverageSegment {
  readonly state: CoverageState
  readonly range: BlockInterval
  /** Number of blocks of the range in this state. Not all of them, if tiny neighbors were merged. */
  readonly blocks: bigint
  /** Where it begins and how long it is, as shares of the whole: 0 to 1. */
  readonly start: number
  readonly length: number
}

// Parts smaller than this cannot be told apart: 1,000 fit on a wide screen.
const smallest = 1 / 1_000

// In the order in which they are drawn.
const states = ['verified', 'archived', 'trimmed', 'pending', 'failed'] as const

/** Splits a coverage into the segments of a bar over `whole`. Tiny neighbors of one state are merged. */
export function coverageSegments(coverage: Coverage, whole: BlockInterval): readonly CoverageSegment[] {
  const parts = splitCoverage(coverage, whole)
  return states.flatMap((state) => {
    const segments: CoverageSegment[] = []
    for (const range of parts[state]) {
      const next = segmentOf(state, range, whole)
      const last = segments.at(-1)
      if (last && areTiny(last, next)) segments[segments.length - 1] = merge(last, next)
      else segments.push(next)
    }
    return segments
  })
}

function segmentOf(state: CoverageState, range: BlockInterval, whole: BlockInterval): CoverageSegment {
  const all = countBlocks([whole])
  const share = (count: bigint) => Number((count * 1_000_000n) / all) / 1_000_000
  const blocks = countBlocks([range])
  return { state, range, blocks, start: share(range.from - whole.from), length: share(blocks) }
}

/** Whether one of two neighbors, and the space between them, are too small to be seen. */
function areTiny(a: CoverageSegment, b: CoverageSegment): boolean {
  return b.start - (a.start + a.length) < smallest && (a.length < smallest || b.length < smallest)
}

function merge(a: CoverageSegment, b: CoverageSegment): CoverageSegment {
  return {
    state: a.state,
    range: { from: a.range.from, to: b.range.to },
    blocks: a.blocks + b.blocks,
    start: a.start,
    length: b.start + b.length - a.start,
  }
}
