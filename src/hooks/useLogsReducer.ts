'use client'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { AbiEvent } from 'viem'
import type { FoldStorage } from '../logs/cache/FoldStorage.ts'
import { openStoredFold, type StoredFoldOptions } from '../logs/cache/openStoredFold.ts'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters, QueryLog } from '../logs/filter/EventLog.ts'
import { isParsed, type Range } from '../logs/filter/ParsedLogQuery.ts'
import { earlier, subtract, type IntervalSet } from '../logs/intervals.ts'
import type { LogList } from '../logs/list/LogList.ts'
import { LogsFold, type LogIdentity, type MutatingOptions, type ReduceLogs } from '../logs/list/LogsFold.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { useLatest } from '../react/useLatest.ts'
import type { Network } from '../rpc/networks/Network.ts'
import { countSpotChecks } from '../rpc/networks/NetworkArchive.ts'
import type { UseLogsParameters, UseLogsReturnType } from './useLogs.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { noPlaceholder, plainLogs, useLogsQuery } from './useLogsQuery.ts'

export type UseLogsReducerParameters<
  state,
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = UseLogsParameters<event, events, strict, abi, eventName, filters> &
  MutatingOptions & {
    /** Logs are reduced oldest first. */
    order?: 'asc' | undefined
    /** The state before the first log. Read when the query changes. */
    initial: state
    /**
     * Adds logs to the state and returns the next state. Must not mutate the state it gets, unless `mutates` is set.
     * Called with many logs at once, in chain order. Logs that have not been reduced yet use the newest function.
     */
    reduce: ReduceLogs<NoInfer<state>, QueryLog<event, events, strict, abi, eventName, filters>>
    /**
     * Stores the state after final blocks in the storage of the config's cache, so that the next page load reduces only
     * newer logs. For queries whose first block is fixed. @default kept in memory only
     */
    persist?: PersistReducer | undefined
  }

export interface PersistReducer {
  /** Identifies the reducer among those of the same query. */
  name: string
  /** Change it together with `reduce` or `initial`: states of other versions are deleted. @default 0 */
  version?: number | undefined
}

export type UseLogsReducerReturnType<state, row> = UseLogsReturnType<row> & {
  /** The reduced state: of all logs in `data` once `isReduced`, of an earlier `data` until then. */
  readonly state: state
  /** Whether `state` has all logs of `data`. */
  readonly isReduced: boolean
  /** The error that `reduce` threw. `state` is the previous one. */
  readonly reduceError: Error | undefined
  /** Why the state is not stored: it has a value that cannot be serialized, or the storage failed. Reducing continues. */
  readonly persistError: Error | undefined
}

interface Reduced<state> {
  readonly key: string
  readonly logs: object | undefined
  readonly state: state
  readonly error?: Error | undefined
}

/**
 * Reduces the logs of a query to a state: a sum, the balances of all holders, an order book. Runs in slices that do
 * not block the page and reduces each log once. After a reorg, it resumes from an earlier state, so `reduce` need not
 * handle reorgs. Reads logs as {@link useLogs} does.
 *
 * @example
 * const { state: total, isReduced } = useLogsReducer({
 *   address: token,
 *   event: transfer,
 *   live: true,
 *   initial: 0n,
 *   reduce: (sum, logs) => logs.reduce((all, { args }) => all + args.value, sum),
 * })
 */
export function useLogsReducer<
  state,
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  parameters: UseLogsReducerParameters<state, event, events, strict, abi, eventName, filters>,
): UseLogsReducerReturnType<state, QueryLog<event, events, strict, abi, eventName, filters>> {
  type Row = QueryLog<event, events, strict, abi, eventName, filters>
  const { initial, reduce, mutates, persist, ...rest } = parameters
  const config = useLogsConfig(rest.config)
  // Logs of another query are not reduced.
  const own = { ...rest, query: { ...rest.query, placeholderData: noPlaceholder } }
  const { query, list: data, fields, resolved, snapshot } = useLogsQuery<Row>(own, plainLogs)
  const { chainId, query: parsed } = resolved
  const { knownEvents } = rest
  const queryKey = useMemo(() => {
    if (!isParsed(parsed)) return ''
    // Logs that are decoded differently are reduced from the start.
    return hashKey([chainId, parsed.key, parsed.strict, parsed.events, knownEvents])
  }, [chainId, parsed, knownEvents])
  const folds = persist && isParsed(parsed) && hasFixedStart(parsed.range) ? config.cache.folds : undefined
  const { name, version = 0 } = persist ?? {}
  const key = folds ? hashKey([queryKey, name, version]) : queryKey
  const archived = snapshot?.coverage.archived ?? none
  const finalTo =
    folds &&
    lastFinalBlock(
      snapshot,
      config.cache.getFinalTop(chainId),
      uncheckedFrom(config.getNetwork(chainId), archived),
    )
  const { isFetching } = query

  const latest = useLatest({ initial, reduce, mutates, archived })
  const [reduced, setReduced] = useState<Reduced<state>>({ key, logs: undefined, state: initial })
  const [notStored, setNotStored] = useState<{ readonly key: string; readonly error: Error }>()
  const [current] = useState(() => new CurrentFold<state, Row>())
  useEffect(() => () => current.close(), [current])
  useEffect(() => {
    if (!data) return undefined
    const stop = new AbortController()
    const opening = current.open(key, latest.current.archived, () =>
      openFold(latest.current, folds, {
        chainId,
        name: `${name} ${queryKey}`,
        version,
        onError: (error) => setNotStored({ key, error }),
      }),
    )
    const reduceLatest: ReduceLogs<state, Row> = (state, some) => latest.current.reduce(state, some)
    async function update(logs: LogList<Row>) {
      const { fold, stored } = await opening
      stop.signal.throwIfAborted()
      // A stored state saves reducing the logs before it, once they have been read.
      if (isFetching && fold.mayFitLater(logs)) return
      const state = await fold.update(logs, reduceLatest, { signal: stop.signal, finalTo })
      setReduced({ key, logs, state })
      if (fold.final) stored?.save(fold.final)
    }
    update(data).catch((error: Error) => {
      if (!stop.signal.aborted)
        setReduced((before) => ({
          key,
          logs: data,
          state: before.key === key ? before.state : latest.current.initial,
          error,
        }))
    })
    return () => stop.abort()
  }, [key, queryKey, data, folds, chainId, name, version, finalTo, isFetching, latest, current])

  const isOfQuery = reduced.key === key && data !== undefined
  const { state, error } = isOfQuery ? reduced : { state: initial, error: undefined }
  return {
    ...query,
    data,
    ...fields,
    state,
    isReduced: isOfQuery && error === undefined && reduced.logs === data,
    reduceError: error,
    persistError: notStored?.key === key ? notStored.error : undefined,
  } as UseLogsReducerReturnType<state, Row>
}

async function openFold<state, row extends LogIdentity>(
  { initial, mutates }: MutatingOptions & { readonly initial: state },
  folds: FoldStorage | undefined,
  options: StoredFoldOptions,
) {
  const stored = folds && (await openStoredFold<state>(folds, options))
  return { fold: new LogsFold<row, state>(initial, { stored: stored?.checkpoints, mutates }), stored }
}

type OpeningFold<state, row extends LogIdentity> = ReturnType<typeof openFold<state, row>>

/** The fold of one query at a time, and its stored states. */
class CurrentFold<state, row extends LogIdentity> {
  #key: string | undefined
  /** Blocks of an archive in the last update. */
  #archived: IntervalSet = none
  #opening: OpeningFold<state, row> | undefined

  /** The fold of a query. Another query gets a new one. `archived` are the blocks that an archive has now. */
  open(key: string, archived: IntervalSet, create: () => OpeningFold<state, row>): OpeningFold<state, row> {
    // An archive was dropped: hashes cannot tell whether a state includes its logs, so start over.
    const isDropped = subtract(this.#archived, archived).length > 0
    if (key !== this.#key || isDropped) this.close()
    this.#key = key
    this.#archived = archived
    return (this.#opening ??= create())
  }

  close(): void {
    void this.#opening?.then(({ stored }) => stored?.close())
    this.#opening = undefined
  }
}

/** Whether the first logs of a query stay the same. */
const hasFixedStart = (range: Range) =>
  !('blockHash' in range) && (typeof range.fromBlock === 'bigint' || range.fromBlock === 'earliest')

const none: IntervalSet = []

/** The first block of an archive that nodes may still contradict: such logs are not stored, and neither are states with them. */
const uncheckedFrom = (network: Network, archived: IntervalSet) =>
  countSpotChecks(network) > 0 ? archived[0]?.from : undefined

/** The last final block below `end` up to which no log is missing. */
function lastFinalBlock(
  snapshot: LogsSnapshot | undefined,
  finalTop: bigint | undefined,
  end: bigint | undefined,
): bigint | undefined {
  const { requested, coverage } = snapshot ?? {}
  if (!requested || !coverage || finalTop === undefined) return undefined
  const read = coverage.verified.find(({ from, to }) => from <= requested.from && requested.from <= to)
  const to = read && earlier(read.to, finalTop)
  return to !== undefined && end !== undefined && to >= end ? end - 1n : to
}
