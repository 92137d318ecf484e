import { clipSelection } from '../columns/LogSelection.ts'
import { createPackedLogList } from '../list/createPackedLogList.ts'
import type { RawLog } from '../Log.ts'
import type { FollowChange } from './FollowState.ts'

/** A change without blocks below `from`. */
export function clipChange(change: FollowChange, from: bigint): FollowChange {
  if (change.range.from >= from) return change
  const isIn = ({ blockNumber }: RawLog) => blockNumber >= from
  const range = { from, to: change.range.to }
  const selection = clipSelection(change.selection, range)
  const clipped = { range, selection, logs: createPackedLogList({ segments: [selection] }) }
  return change.type === 'reset'
    ? { ...change, ...clipped, current: change.current.filter(isIn) }
    : { ...change, ...clipped, added: change.added.filter(isIn), removed: change.removed.filter(isIn) }
}
