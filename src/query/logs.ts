import { queryOptions, type DataTag } from '@tanstack/react-query'
import type { AbiEvent } from 'viem'
import type {
  EventNameOf,
  EventParameters,
  EventsOf,
  MaybeAbi,
  RangeParameters,
  MaybeFilters,
} from '../logs/filter/EventLog.ts'
import { isParsed, type Range } from '../logs/filter/ParsedLogQuery.ts'
import { lazyEngine } from './lazyEngine.ts'
import type { LogsConfig } from './LogsConfig.ts'
import { logsObserverOf } from './logsObserverOf.ts'
import {
  alwaysStale,
  isArchivedElsewhere,
  isFinal,
  wasInterrupted,
  type LogsQueryData,
} from './LogsQueryEntry.ts'
import { readByPool, type TaggedQueryOptions } from './QueryParameter.ts'
import {
  readKeyFields,
  resolveParameters,
  whenReady,
  type KeyFields,
  type ResolvedParameters,
} from './resolveParameters.ts'

export type LogsQueryParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = EventParameters<event, events, strict, abi, eventName, filters> &
  RangeParameters & {
    /** Chain id. @default the config's current network */
    chainId?: number | undefined
    /** Oldest first or newest first. @default 'asc' */
    order?: 'asc' | 'desc' | undefined
    /** At most this many rows, counted in `order`. Logs that `strict` leaves out do not count. @default all */
    limit?: number | undefined
    /**
     * Keeps the logs up to date while a hook shows them: new logs are added, and logs of replaced blocks removed.
     * Only for a range without an end. @default false
     */
    live?: boolean | undefined
    /** Minimum milliseconds between two polls while live, while there is no working socket. @default 4_000 */
    pollingInterval?: number | undefined
  }

/** Typed, so that `getQueryData` and `setQueryData` know the data. */
export type LogsQueryKey = DataTag<
  readonly ['topic0', 'logs', { readonly chainId: number }],
  LogsQueryData,
  Error
>

/** As {@link LogsQueryKey}, of a query that is read in pages. */
export type InfiniteLogsQueryKey = DataTag<
  readonly ['topic0', 'infiniteLogs', { readonly chainId: number }],
  LogsQueryData,
  Error
>

/**
 * The key of {@link logsQueryOptions}: JSON-safe, canonical, and the same however the query is written.
 * How logs are decoded is part of it only where a `limit` counts those that can be.
 *
 * @throws {@link InvalidQueryError} when the query is invalid.
 */
export function logsQueryKey<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  parameters: LogsQueryParameters<event, events, strict, abi, eventName, filters> & { chainId: number },
): LogsQueryKey {
  return toKey(readKeyFields(parameters))
}

const toKey = (fields: KeyFields) => ['topic0', 'logs', fields] as unknown as LogsQueryKey

/**
 * Logs of a range (`eth_getLogs`), for `useQuery`, `prefetchQuery` and loaders; server-safe. The cache holds raw logs
 * and their coverage, published as they arrive; hooks decode them.
 *
 * While a parameter is `undefined`, so not known yet, the query has a separate key and sends no request
 * (`skipToken`). The query fails with {@link InvalidQueryError} before anything is sent when the parameters are
 * invalid, with {@link InvalidNetworkError} when the config does not have the network, and with the first {@link
 * UnreadBlocksError} when no block could be read. When only some could not, they are in `coverage.failed`.
 *
 * @example
 * await queryClient.prefetchQuery(logsQueryOptions(config, { address: token, event: transfer, fromBlock: 1_000_000n }))
 */
export function logsQueryOptions<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  config: LogsConfig,
  parameters: LogsQueryParameters<event, events, strict, abi, eventName, filters> = {} as never,
): TaggedQueryOptions<LogsQueryData, LogsQueryData, LogsQueryKey> {
  const resolved = resolveParameters(config, parameters)
  return readOptions(config, resolved, toKey(resolved.keyFields))
}

/** The options of a query that a `LogsObserver` reads. */
export function readOptions<key extends LogsQueryKey | InfiniteLogsQueryKey>(
  config: LogsConfig,
  resolved: ResolvedParameters,
  queryKey: key,
  isPaged = false,
): TaggedQueryOptions<LogsQueryData, LogsQueryData, key> {
  const { chainId, query } = resolved
  const range = isParsed(query) && isFixed(query.range) ? query.range : undefined
  return queryOptions<LogsQueryData, Error, LogsQueryData, key>({
    queryKey,
    queryFn: whenReady(resolved, async ({ client, signal }) => {
      if (!isParsed(query)) throw query
      const target = { config, chainId, query, isPaged }
      const snapshot = await logsObserverOf(client, queryKey).read(target, signal)
      return typeof window === 'undefined' ? snapshot.toJSON() : snapshot
    }),
    // Comparing large lists of logs would be slow.
    structuralSharing: false,
    // An invalid query is reported offline, too.
    ...(!isParsed(query) && { networkMode: 'always' }),
    staleTime: (one) => {
      if (wasInterrupted(one) || isWrong(config, chainId, one)) return alwaysStale
      if (!range) return 15_000
      // A block hash always means the same block.
      const finality = 'blockHash' in range ? 0 : config.getNetwork(chainId).finality
      return isFinal(one, finality) ? Number.POSITIVE_INFINITY : 15_000
    },
    ...readByPool,
  })
}

/** Whether a result of a server has blocks of an archive that was found to be wrong since. */
function isWrong(
  config: LogsConfig,
  chainId: number,
  query: Parameters<typeof isArchivedElsewhere>[0],
): boolean {
  const engine = lazyEngine.loaded()
  if (!engine || !isArchivedElsewhere(query)) return false
  return engine.isArchiveRejected(engine.getPool(config.getClient(chainId)))
}

/** Whether the range will mean the same blocks tomorrow. */
export function isFixed(range: Range): boolean {
  if ('blockHash' in range) return true
  return [range.fromBlock, range.toBlock].every((end) => typeof end === 'bigint' || end === 'earliest')
}
