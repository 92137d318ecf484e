import type { Hex } from 'viem'
import type { LogSelection } from '../../columns/LogSelection.ts'
import { createLogList, type LogList } from '../../list/LogList.ts'
import type { LogRow } from '../../Log.ts'
import type { FollowChange } from '../FollowState.ts'

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

export interface LogFilterState<row = LogRow> {
  readonly status: LogFilterStatus
  /** The filter's id on the node, while there is one. */
  readonly filterId: Hex | undefined
  /** The endpoint that has the filter. */
  readonly endpoint: string | undefined
  /** All matching logs so far, oldest first. */
  readonly logs: LogList<row>
  /** The same, packed; unchanged parts are shared with the previous state. */
  readonly selections: readonly LogSelection[]
  /** The newest head that was read: without changes, at most a minute old. */
  readonly head: bigint | undefined
  /** When the logs were last complete up to `head`, in milliseconds since the epoch. */
  readonly lastUpdated: number | undefined
  /** The last change that removed logs. */
  readonly reorg: FollowChange | undefined
  /** Why the last attempt failed. It is retried, and existing logs stay. */
  readonly error: Error | undefined
}

/** The state without listeners. */
export const idleLogFilter: LogFilterState = {
  status: 'idle',
  filterId: undefined,
  endpoint: undefined,
  logs: createLogList<LogRow>([]),
  selections: [],
  head: undefined,
  lastUpdated: undefined,
  reorg: undefined,
  error: undefined,
}
