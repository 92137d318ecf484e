import { clipSelection } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import { intersect, subtract, toIntervalSet, type IntervalSet } from '../intervals.ts'

/** The cached logs of a range, and the blocks that are not cached. */
export function splitCached(
  range: BlockInterval,
  known: readonly RangeLogs[],
): { readonly cached: readonly RangeLogs[]; readonly missing: IntervalSet } {
  const cached = known.flatMap((logs) =>
    intersect([logs.range], [range]).map((part) => ({
      range: part,
      selection: clipSelection(logs.selection, part),
    })),
  )
  return { cached, missing: subtract([range], toIntervalSet(known.map((logs) => logs.range))) }
}
