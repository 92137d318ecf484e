import type { BlockInterval, Coverage } from '../Coverage.ts'
import { earlier, later, subtract, toIntervalSet, unite, type IntervalSet } from '../intervals.ts'
import { createBlockCounter } from '../list/createBlockCounter.ts'
import type { LogList } from '../list/LogList.ts'
import type { RawLog } from '../Log.ts'

/** An interval of blocks with its number of logs and its coverage. */
export interface HistogramBin extends BlockInterval {
  readonly count: number
  /**
   * `verified` if all blocks are, or `archived` if some of them come from an archive. Otherwise, the first that
   * applies to any block: `failed`, `pending`, `notRequested` (not requested), `trimmed` (some logs are beyond the limit
   * and not counted). `undefined` without coverage.
   */
  readonly state: 'verified' | 'archived' | 'trimmed' | 'pending' | 'failed' | 'notRequested' | undefined
}

export interface Histogram {
  readonly bins: readonly HistogramBin[]
  /** Logs in all bins. */
  readonly total: number
  /** Number of logs in the fullest bin. */
  readonly highest: number
}

/** Counts ascending or descending logs per interval of blocks, with the coverage of each interval. */
export function histogram(
  logs: LogList<RawLog> | readonly RawLog[],
  intervals: readonly BlockInterval[],
  coverage?: Coverage,
): Histogram {
  const before = createBlockCounter(logs)
  const stateOf = coverage && binStates(intervals, coverage)
  let total = 0
  let highest = 0
  const bins = intervals.map(({ from, to }, at) => {
    const count = before(to + 1n) - before(from)
    total += count
    highest = Math.max(highest, count)
    return { from, to, count, state: stateOf?.(at) }
  })
  return { bins, total, highest }
}

function binStates(intervals: readonly BlockInterval[], coverage: Coverage) {
  const failedSet = toIntervalSet(coverage.failed.map(({ range }) => range))
  const pendingSet = subtract(toIntervalSet(coverage.pending), failedSet)
  const missing = unite(failedSet, pendingSet)
  const trimmedSet = subtract(toIntervalSet(coverage.trimmed), missing)
  const verifiedSet = subtract(toIntervalSet(coverage.verified), unite(missing, trimmedSet))
  const failed = blocksIn(intervals, failedSet)
  const pending = blocksIn(intervals, pendingSet)
  const trimmed = blocksIn(intervals, trimmedSet)
  const verified = blocksIn(intervals, verifiedSet)
  const archived = blocksIn(intervals, toIntervalSet(coverage.archived ?? []))
  return (at: number): HistogramBin['state'] => {
    const { from, to } = intervals[at]!
    if (failed[at]! > 0n) return 'failed'
    if (pending[at]! > 0n) return 'pending'
    const blocks = to - from + 1n
    if (verified[at] === blocks) return archived[at]! > 0n ? 'archived' : 'verified'
    const read = verified[at]! + trimmed[at]!
    return read === blocks ? 'trimmed' : 'notRequested'
  }
}

/** The number of blocks of a set in each interval, in one pass over both. */
function blocksIn(intervals: readonly BlockInterval[], set: IntervalSet): readonly bigint[] {
  let at = 0
  return intervals.map(({ from, to }) => {
    let blocks = 0n
    while (at < set.length && set[at]!.to < from) at++
    for (let k = at; k < set.length && set[k]!.from <= to; k++) {
      const part = set[k]!
      blocks += earlier(part.to, to) - later(part.from, from) + 1n
    }
    return blocks
  })
}
