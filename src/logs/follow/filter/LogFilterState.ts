import type { Hex } from 'viem'
import { createPackedLogList } from '../../list/createPackedLogList.ts'
import type { FollowChange } from '../FollowState.ts'
import type { RawLog } from '../../Log.ts'
import type { LogSelection } from '../../columns/LogSelection.ts'

/**
 * - `idle`: nobody listens, nothing is sent
 * - `creating`: the first filter is being made, and what came before it is being read
 * - `watching`: a filter lives on `endpoint` and is polled there
 * - `recovering`: the filter was lost, its endpoint cannot be reached, or the page is offline; what came meanwhile is read
 *   once a filter is polled again
 * - `polling`: no endpoint has filters that work; `eth_getLogs` is asked instead
 * - `paused`: there is no filter and nothing is sent until it is resumed
 */
export type LogFilterStatus = 'idle' | 'creating' | 'watching' | 'recovering' | 'polling' | 'paused'

export interface LogFilterState {
  readonly status: LogFilterStatus
  /** The node's id of the filter, while there is one. */
  readonly filterId: Hex | undefined
  /** The endpoint on which the filter lives. */
  readonly endpoint: string | undefined
  /** All matching logs so far, oldest first. */
  readonly logs: readonly RawLog[]
  /** The same, packed: what did not change is shared with the state before. */
  readonly selections: readonly LogSelection[]
  /** The newest block that was looked at: a filter that has nothing to tell is believed for a minute. */
  readonly head: bigint | undefined
  /** When the logs were last known to be up to that block, in milliseconds since the epoch. */
  readonly lastUpdated: number | undefined
  /** The last change that took logs back, with what came in their place. */
  readonly reorg: FollowChange | undefined
  /** Why the last attempt failed. It is made again; what is there stays. */
  readonly error: Error | undefined
}

/** Nobody listens. */
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

/** A state with something changed. */
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

/** Rows are made only for who reads them, and once. */
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
