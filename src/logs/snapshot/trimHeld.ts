import { clipSelection, countLogs } from '../columns/LogSelection.ts'
import { cutToLimit } from '../columns/cutToLimit.ts'
import type { LogSelection } from '../columns/LogSelection.ts'

export interface TrimmedLogs {
  readonly kept: readonly LogSelection[]
  /** The block of the first log that was let go of, in the order of the query; `undefined` when none was. */
  readonly beyond: bigint | undefined
}

/**
 * Which logs a list with a limit has to hold: as many as the limit of those that cannot be removed any more, and all that
 * can be, so that whatever is removed leaves enough. Bounded, however long it follows the head.
 */
export function trimHeld(
  held: readonly LogSelection[],
  { order, limit, settled }: { order: 'asc' | 'desc'; limit: number; settled: bigint | undefined },
): TrimmedLogs {
  if (limit === Number.POSITIVE_INFINITY) return { kept: held, beyond: undefined }
  if (settled === undefined) {
    const { selections, beyond } = cutToLimit(held, order, limit)
    return { kept: selections, beyond }
  }
  const clip = (from: bigint, to: bigint) =>
    held.map((one) => clipSelection(one, { from, to })).filter(countLogs)
  const final = clip(0n, settled - 1n)
  const { selections, beyond } = cutToLimit(final, order, limit)
  if (order === 'desc') {
    if (beyond === undefined) return { kept: held, beyond }
    return { kept: [...selections, ...clip(settled, 2n ** 64n)], beyond }
  }
  const isFull = selections.reduce((sum, one) => sum + countLogs(one), 0) >= limit
  if (!isFull) return { kept: held, beyond: undefined }
  const open = clip(settled, 2n ** 64n)[0]
  const first = open && open.segment.blockNumber(open.rows ? open.rows[0]! : 0)
  return beyond === undefined && first === undefined
    ? { kept: held, beyond: undefined }
    : { kept: selections, beyond: beyond ?? first }
}
