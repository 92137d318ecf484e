import type { AbiEvent } from 'viem'
import { InvalidNetworkError } from '../errors/InvalidNetworkError.ts'
import { InvalidQueryError } from '../errors/InvalidQueryError.ts'
import type {
  EventNameOf,
  EventParameters,
  EventsOf,
  MaybeAbi,
  MaybeFilters,
  QueryLog,
} from '../logs/filter/EventLog.ts'
import type { LogQuery } from '../logs/filter/LogQuery.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { reportLogs } from '../logs/follow/toRowsChange.ts'
import { lazyEngine } from './lazyEngine.ts'
import type { LogsConfig } from './LogsConfig.ts'
import { resolveParameters } from './resolveParameters.ts'

export type WatchLogsParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = EventParameters<event, events, strict, abi, eventName, filters> & {
  /** The first block. A tag begins with the next block. @default 'latest' */
  fromBlock?: LogQuery['fromBlock']
  /** Chain id. @default the config's current network */
  chainId?: number | undefined
  /** Minimum milliseconds between two polls, while there is no working socket. @default 4_000 */
  pollingInterval?: number | undefined
  /**
   * Called with new logs, oldest first: each log once, and removed ones in `change.removed`. After a `change` of type
   * `'reset'`, forget all earlier logs of `change.range`: `logs` has those that remain.
   */
  onLogs: (
    logs: readonly QueryLog<event, events, strict, abi, eventName, filters>[],
    change: FollowChange<QueryLog<event, events, strict, abi, eventName, filters>>,
  ) => void
  /** Called with each new live status. */
  onStatus?: ((status: FollowState) => void) | undefined
  /**
   * Called when watching ends with an error: its code could not be loaded, or a callback threw. Failed requests are
   * retried; `status.error` shows them.
   */
  onError?: ((error: Error) => void) | undefined
}

/**
 * Watches for new logs outside React (`eth_subscribe`, `eth_getBlockByNumber`, `eth_getLogs`): reconnects, catches up
 * after an absence, and reports logs that a reorg removed. Returns a function that stops it.
 *
 * @throws {@link InvalidQueryError} when the query is invalid or not known yet; {@link InvalidNetworkError} when the
 * config does not have the network. Both before any request.
 *
 * @example
 * const unwatch = watchLogs(config, {
 *   address: token,
 *   event: transfer,
 *   onLogs: (logs) => logs.forEach(({ args }) => console.log(args.value)),
 * })
 */
export function watchLogs<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  config: LogsConfig,
  parameters: WatchLogsParameters<event, events, strict, abi, eventName, filters>,
): () => void {
  const { onLogs, onStatus, onError, ...rest } = parameters
  const { pollingInterval } = rest
  const { chainId, query } = resolveParameters(config, { fromBlock: 'latest', ...rest, live: true })
  if (query instanceof InvalidQueryError || query instanceof InvalidNetworkError) throw query
  const stop = new AbortController()
  const { signal } = stop
  const watch = async () => {
    const { follow } = lazyEngine.loaded() ?? (await lazyEngine.load())
    const options = { signal, cache: config.cache, pollingInterval }
    for await (const event of follow(config.getClient(chainId), query, options)) {
      if (signal.aborted) return
      if (event.type === 'status') onStatus?.(event.state)
      else reportLogs(event as FollowChange<never>, onLogs)
    }
  }
  watch().catch((error: unknown) => {
    if (signal.aborted) return
    stop.abort()
    if (!onError) throw error
    onError(error as Error)
  })
  return () => stop.abort()
}
