import type { BlockInterval, Coverage } from '../../../logs/Coverage.ts'
import { countBlocks, hull, subtract, toIntervalSet } from '../../../logs/intervals.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { lowerBound } from '../../../logs/lowerBound.ts'
import { coverageRange } from '../../status/coverageRange.ts'
import type { CoverageGap } from './CoverageGap.ts'

interface ShownLogs {
  readonly length: number
  readonly at: (row: number) => LogRow | undefined
}

// Gaps per kind, because each is located among the rows at every change.
const maxGaps = 300

/**
 * Finds the gaps among logs in chain order: blocks that failed, are pending, not available yet (above `head`) or were never
 * requested, in row order. Gaps without a log in between are merged.
 */
export function coverageGaps(
  coverage: Coverage,
  logs: ShownLogs,
  direction: 'asc' | 'desc',
  head: bigint | undefined,
): readonly CoverageGap[] {
  const whole = coverageRange(coverage)
  if (!whole) return []
  // Without `splitCoverage`, whose other states would add to the size of every table.
  const failed = toIntervalSet(coverage.failed.map(({ range }) => range))
  const unread = subtract(toIntervalSet(coverage.pending), failed)
  const pending = head === undefined ? unread : subtract(unread, [{ from: head + 1n, to: whole.to }])
  const awaited = subtract(unread, pending)
  const read = toIntervalSet([...coverage.verified, ...coverage.trimmed])
  // Blocks beyond the limit are not missing.
  const wanted = coverageRange({ ...coverage, trimmed: [] })
  const notRequested = subtract(subtract(subtract(wanted ? [wanted] : [], failed), unread), read)
  const sign = direction === 'asc' ? 1 : -1
  const gaps = [
    // Each failed range stays a part of its own, which is retried as a whole.
    ...coverage.failed.slice(0, maxGaps).map(({ range, error }) => place('failed', range, error)),
    ...pending.slice(0, maxGaps).map((range) => place('pending', range)),
    ...awaited.slice(0, maxGaps).map((range) => place('awaiting', range)),
    ...notRequested.slice(0, maxGaps).map((range) => place('not-requested', range)),
  ].sort((a, b) => a.before - b.before || Number(a.range.from - b.range.from) * sign)
  const joined: CoverageGap[] = []
  for (const gap of gaps) {
    const at = joined.findLastIndex((other) => other.before === gap.before && other.state === gap.state)
    if (at < 0) joined.push(gap)
    else joined[at] = join(joined[at]!, gap)
  }
  return joined

  function place(state: CoverageGap['state'], range: BlockInterval, error?: Error): CoverageGap {
    const before = countBefore(logs, range, direction)
    return { state, range, blocks: countBlocks([range]), parts: [range], error, before }
  }
}

function join(a: CoverageGap, b: CoverageGap): CoverageGap {
  return {
    ...a,
    range: hull([a.range, b.range])!,
    blocks: a.blocks + b.blocks,
    parts: [...a.parts, ...b.parts],
    error: a.error ?? b.error,
  }
}

/** The number of logs before the blocks of `range`. */
function countBefore(logs: ShownLogs, { from, to }: BlockInterval, direction: 'asc' | 'desc'): number {
  return lowerBound(logs.length, (index) => {
    const block = logs.at(index)?.blockNumber ?? 0n
    return direction === 'asc' ? block < from : block > to
  })
}
