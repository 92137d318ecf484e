import type { Hex } from 'viem'
import { createPackedLogList } from '../../list/createPackedLogList.ts'
import type { FollowChange } from '../FollowState.ts'
import type { RawLog } from '../../Log.ts'
import type { LogSelection } from '../../columns/LogSelection.ts'

/**
 * - `idle`: no listener, no requests
 * - `creating`: the first filter is being created, and earlier logs are being read
 * - `watching`: the filter on `endpoint` is being polled
 * - `recovering`: the filter was lost, its endpoint cannot be reached, or the page is offline; missed logs are read once a
 *   filter is polled again
 * - `polling`: no endpoint has working filters; heads and `eth_getLogs` are polled instead
 * - `paused`: no filter and no requests until it is resumed
 */
export type LogFilterStatus = 'idle' | 'creating' | 'watching' | 'recovering' | 'polling' | 'paused'

export interface LogFilterState {
  readonly status: LogFilterStatus
  /** The filter's id on the node, while there is one. */
  readonly filterId: Hex | undefined
  /** The endpoint that has the filter. */
  readonly endpoint: string | undefined
  /** All matching logs so far, oldest first. */
  readonly logs: readonly RawLog[]
  /** The same, packed; unchanged parts are shared with the previous state. */
  readonly selections: readonly LogSelection[]
  /** The newest head that was read: without changes, at most a minute old. */
  readonly head: bigint | undefined
  /** When the logs were last up to date with that head, in milliseconds since the epoch. */
  readonly lastUpdated: number | undefined
  /** The last change that removed logs. */
  readonly reorg: FollowChange | undefined
  /** Why the last attempt failed. It is repeated, and existing logs stay. */
  readonly error: Error | undefined
}

/** The state without listeners. */
export const idleLogFilter: LogFilterState = withLogs({
  status: 'idle',
  filterId: undefined,
  endpoint: undefined,
  selections: [],
  head: undefined,
  lastUpdated: undefined,
  reorg: undefined,
  error: undefined,
})

/** A state with some fields changed. */
export function nextLogFilterState(
  { status, filterId, endpoint, selections, head, lastUpdated, reorg, error }: LogFilterState,
  change: Partial<Omit<LogFilterState, 'logs'>>,
): LogFilterState {
  return withLogs({
    status,
    filterId,
    endpoint,
    selections,
    head,
    lastUpdated,
    reorg,
    error,
    ...change,
  })
}

const lists = new WeakMap<readonly LogSelection[], readonly RawLog[]>()

/** Log objects are created once, when they are first read. */
function withLogs(state: Omit<LogFilterState, 'logs'>): LogFilterState {
  const { selections } = state
  return {
    ...state,
    get logs() {
      let logs = lists.get(selections)
      if (!logs) lists.set(selections, (logs = createPackedLogList({ segments: selections }).toArray()))
      return logs
    },
  }
}
