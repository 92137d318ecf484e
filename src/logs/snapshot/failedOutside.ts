import { UnreadBlocksError } from '../../errors/errors.ts'
import type { FailedInterval } from '../Coverage.ts'
import { intersect, subtract } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'

/** What failed outside of some blocks. Errors name the blocks that are left. */
export function failedOutside(
  failed: readonly FailedInterval[],
  blocks: IntervalSet,
): readonly FailedInterval[] {
  return failed.flatMap((one) => {
    if (intersect([one.range], blocks).length === 0) return [one]
    return subtract([one.range], blocks).map((range) => ({
      range,
      error: UnreadBlocksError.of(range, one.error),
    }))
  })
}
