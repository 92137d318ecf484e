import type { FollowChange } from '../../logs/follow/FollowState.ts'
import type { LogRow } from '../../logs/Log.ts'
import { logId } from '../../logs/order.ts'

/** A log as it is after blocks were replaced: the same object if the change does not touch it. */
export function markRemoved(log: LogRow, change: FollowChange): LogRow {
  const isIn = (logs: readonly Pick<LogRow, 'blockHash' | 'logIndex'>[]) =>
    logs.some((one) => logId(one) === logId(log))
  const { blockNumber } = log
  const isGone =
    change.type === 'change'
      ? isIn(change.removed)
      : blockNumber >= change.range.from && blockNumber <= change.range.to && !isIn(change.current)
  if (isGone === log.removed) return log
  // Its block may have come back.
  return isGone || isIn(change.type === 'change' ? change.added : change.current)
    ? { ...log, removed: isGone }
    : log
}
