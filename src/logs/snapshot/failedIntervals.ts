import { NodeError, UnreadBlocksError } from '../../errors/NodeError.ts'
import { reasonOf } from '../../errors/reasonOf.ts'
import type { FailedInterval } from '../Coverage.ts'
import { toIntervalSet, intersect, subtract, type IntervalSet } from '../intervals.ts'

/** Failed intervals without some blocks. The errors name the blocks that are left. */
export function subtractFailed(
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

/** Adds a failed interval, joined with its neighbor if both have the same cause. */
export function appendFailed(
  failed: readonly FailedInterval[],
  { range: added, error }: FailedInterval,
): readonly FailedInterval[] {
  const last = failed.at(-1)
  const next = { range: added, error }
  if (!last || causeOf(last.error) !== causeOf(error)) return [...failed, next]
  const [range, another] = toIntervalSet([last.range, added])
  if (!range || another) return [...failed, next]
  return [...failed.slice(0, -1), { range, error: UnreadBlocksError.of(range, error) }]
}

/** The message without the endpoint's name. */
function causeOf(error: Error): string {
  const { message } = reasonOf(error)
  const endpoint = error instanceof NodeError ? error.endpoint : undefined
  return endpoint === undefined ? message : message.replaceAll(endpoint, '')
}
