'use client'
import { CancelledError, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { AbiEvent } from 'viem'
import { InvalidQueryError } from '../errors.ts'
import type { BlockInterval, Coverage, FailedInterval } from '../logs/Coverage.ts'
import type { FollowChange, FollowState } from '../logs/follow/FollowState.ts'
import { countBlocks, hull } from '../logs/intervals.ts'
import type { LogList } from '../logs/LogList.ts'
import { LogsSnapshot } from '../logs/LogsSnapshot.ts'
import type { LogsConfig } from '../query/createLogsConfig.ts'
import type { EventLog, EventsOf } from '../query/EventLog.ts'
import { logsQueryOptions } from '../query/logs.ts'
import type { LogsQueryData, LogsQueryParameters } from '../query/logs.ts'
import { scanControlOf } from '../query/scanControlOf.ts'
import { readLogParameters } from '../query/readLogParameters.ts'
import { wantedPart } from '../query/wantedPart.ts'
import { useFollowing } from './useFollowing.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { useDecoding } from './useDecoding.ts'
import { useNetwork } from './useNetwork.ts'

export type UseLogsParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
> = LogsQueryParameters<event, events, strict> & {
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** More events to decode with where none of the given fits: what they read is marked as known, not given. */
  knownEvents?: readonly AbiEvent[] | undefined
  /** Called when logs were taken back, with what came in their place. */
  onReorg?: ((change: FollowChange) => void) | undefined
  /** Options of react-query: `enabled`, `staleTime`, `gcTime` and so on. */
  query?: Partial<Omit<UseQueryOptions<LogsQueryData>, 'queryKey' | 'queryFn' | 'select'>> | undefined
}

/** How far a scan has come. */
export interface ScanProgress {
  /** The blocks asked for, with those that are followed; where a `limit` was reached, those that were needed for it. */
  readonly range: BlockInterval | undefined
  /** How many these are. */
  readonly total: bigint
  /** Blocks read and verified. */
  readonly verified: bigint
  /** `verified / total`, from 0 to 1. */
  readonly fraction: number
}

export type UseLogsReturnType<row = EventLog> = Omit<UseQueryResult<LogsQueryData>, 'data'> & {
  /** The logs so far, in the order of the query; `undefined` while nothing is known. */
  readonly data: LogList<row> | undefined
  /** Where `data` is complete, what is still being read, and what could not be. */
  readonly coverage: Coverage | undefined
  /** The failed intervals of `coverage`. */
  readonly errors: readonly FailedInterval[]
  readonly progress: ScanProgress | undefined
  /** Logs that endpoints sent and that were left out: malformed, or not asked for. `useNetworkStatus` tells whose they were. */
  readonly dropped: number
  /** The newest block that a node showed: when the scan began or, live, until now. */
  readonly head: bigint | undefined
  /** How following fares: its status, how it hears of new blocks, when it was last up to date. */
  readonly live: FollowState | undefined
  /** The last change that took logs back, while live. */
  readonly reorg: FollowChange | undefined
  /** Ends the scan. What has arrived stays. */
  readonly cancel: () => void
  /** Holds the scan and the following back: no read begins until it is resumed. Those under way come to their end. */
  readonly pause: () => void
  readonly resume: () => void
  /**
   * Lets the scan of these logs, also when it is run again, pass the day's budget. Everything else is held to it: unlike
   * `overrideBudget()` of `useNetworkStatus`.
   */
  readonly allowOverBudget: () => void
  readonly mayPassBudget: boolean
  /** Whether the scan is held back, by any component that shows the same logs. */
  readonly isPaused: boolean
  /**
   * Reads what failed or is missing, and what may have changed since. Blocks that are final and were read are not asked
   * for again, and all rows stay where they are meanwhile.
   */
  readonly retry: () => void
  /** Reads some blocks again, such as one of `errors`, and nothing else. While a scan runs, it does nothing. */
  readonly retryRange: (range: BlockInterval) => void
}

/**
 * The logs of a range (`eth_getLogs`): read in chunks of a size that is learned, over all endpoints of the network,
 * each log verified, published while they arrive.
 *
 * @example
 * const logs = useLogs({ address: token, event: transfer, args: { to: me }, fromBlock: 1_000_000n })
 * logs.data?.at(0)?.args.value // bigint
 */
export function useLogs<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
>(
  parameters: UseLogsParameters<event, events, strict> = {} as never,
): UseLogsReturnType<EventLog<event, events, strict>> {
  const { config: given, query: overrides, onReorg, ...rest } = parameters
  const { live = false } = rest
  const config = useLogsConfig(given)
  const { network } = useNetwork({ config })
  const queryClient = useQueryClient()
  const networkId = rest.networkId ?? network.id
  const parsed = readLogParameters(rest)
  const options = logsQueryOptions(config, { ...rest, networkId } as typeof rest)
  const query = useQuery({
    ...options,
    // What is followed needs no reading again.
    ...(live && { staleTime: Number.POSITIVE_INFINITY }),
    ...overrides,
  } as UseQueryOptions<LogsQueryData>)

  const control = scanControlOf(queryClient, options.queryKey)
  const isPaused = useSyncExternalStore(control.subscribe, control.isPaused, control.isPaused)
  const mayPassBudget = useSyncExternalStore(control.subscribe, control.mayPassBudget, control.mayPassBudget)

  const view = useDecoding<EventLog<event, events, strict>>(rest)
  const following = useFollowing(config, {
    query:
      live && overrides?.enabled !== false && !(parsed instanceof InvalidQueryError) ? parsed : undefined,
    queryKey: options.queryKey,
    networkId,
    pollingInterval: rest.pollingInterval,
    onReorg,
  })
  const { data: cached, isFetching } = query
  const newest = following.snapshot ?? cached
  const snapshot = useMemo(() => {
    const known = newest && LogsSnapshot.from(newest)
    return isFetching ? known : known?.ended()
  }, [newest, isFetching])
  const selections = snapshot?.selections
  const order = snapshot?.order
  const data = useMemo(() => selections && order && view(selections, order), [selections, order, view])
  const isFull = data !== undefined && rest.limit !== undefined && data.length >= rest.limit
  const progress = useMemo(() => snapshot && progressOf(snapshot, isFull), [snapshot, isFull])

  const hash = JSON.stringify(options.queryKey)
  const cancel = useCallback(() => {
    // Without `revert: false`, react-query would throw away what has been published.
    void queryClient.cancelQueries(
      { queryKey: JSON.parse(hash) as unknown[], exact: true },
      { revert: false },
    )
    control.resume()
  }, [queryClient, hash, control])
  const { refetch } = query
  const retry = useCallback(() => {
    control.resume()
    void refetch()
  }, [refetch, control])

  const retryRange = useCallback(
    (range: BlockInterval) => {
      if (!wantedPart.set(queryClient, JSON.parse(hash) as unknown[], range)) return
      control.resume()
      void refetch()
    },
    [queryClient, hash, control, refetch],
  )

  return {
    ...query,
    ...(query.error instanceof CancelledError && notFailed(cached !== undefined)),
    data,
    coverage: snapshot?.coverage,
    errors: snapshot?.coverage.failed ?? none,
    progress,
    dropped: snapshot?.dropped ?? 0,
    head: following.follow?.head ?? snapshot?.head,
    live: following.follow,
    reorg: following.reorg,
    cancel,
    pause: control.pause,
    resume: control.resume,
    allowOverBudget: control.allowOverBudget,
    mayPassBudget,
    isPaused,
    retry,
    retryRange,
  }
}

const none: readonly FailedInterval[] = []

/** A scan that somebody ended has not failed: it has what had arrived. */
function notFailed(hasData: boolean) {
  const flags = { error: null, isError: false, isLoadingError: false, isRefetchError: false }
  return {
    ...flags,
    status: hasData ? ('success' as const) : ('pending' as const),
    isSuccess: hasData,
    isPending: !hasData,
  }
}

function progressOf({ asked, coverage }: LogsSnapshot, isFull: boolean): ScanProgress | undefined {
  if (!asked) return undefined
  const parts = [...coverage.verified, ...coverage.pending, ...coverage.failed.map(({ range }) => range)]
  const range = hull(isFull ? parts : [asked, ...parts].filter(({ from, to }) => to >= from))
  const total = countBlocks(range ? [range] : [])
  const verified = countBlocks(coverage.verified)
  return {
    range,
    total,
    verified,
    fraction: total === 0n ? 1 : Number((verified * 10_000n) / total) / 10_000,
  }
}
