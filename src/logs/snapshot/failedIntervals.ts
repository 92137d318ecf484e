import { NodeError, reasonOf, UnreadBlocksError } from '../../errors/NodeError.ts'
import type { FailedInterval } from '../Coverage.ts'
import { toIntervalSet, intersect, subtract } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'

/** What failed outside of some blocks. Errors name the blocks that are left. */
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

/** Adds blocks that could not be read; neighbours that failed for the same reason are one. */
export function appendFailed(
  failed: readonly FailedInterval[],
  next: FailedInterval,
): readonly FailedInterval[] {
  const last = failed.at(-1)
  if (!last || wordsOf(last.error) !== wordsOf(next.error)) return [...failed, next]
  const [range, another] = toIntervalSet([last.range, next.range])
  if (!range || another) return [...failed, next]
  return [...failed.slice(0, -1), { range, error: UnreadBlocksError.of(range, next.error) }]
}

/** What it says, whichever endpoint it says it of. */
function wordsOf(error: Error): string {
  const { message } = reasonOf(error)
  const endpoint = error instanceof NodeError ? error.endpoint : undefined
  return endpoint === undefined ? message : message.replaceAll(endpoint, '')
}
