'use client'
import { hashKey } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { AbiEvent } from 'viem'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters, QueryLog } from '../logs/filter/EventLog.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import { LogsFold } from '../logs/list/LogsFold.ts'
import type { ReduceLogs } from '../logs/list/LogsFold.ts'
import type { UseLogsParameters, UseLogsReturnType } from './useLogs.ts'
import { plainLogs, useLogsQuery } from './useLogsQuery.ts'

export type UseLogsReducerParameters<
  state,
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = UseLogsParameters<event, events, strict, abi, eventName, filters> & {
  /** Logs are reduced oldest first. */
  order?: 'asc' | undefined
  /** The state before the first log. Read when the query changes. */
  initial: state
  /**
   * Adds logs to the state, and returns the next one. Must not change the state it gets. Called with many logs at once, in
   * the order of the chain. The newest function is used for logs that have not been reduced yet.
   */
  reduce: ReduceLogs<NoInfer<state>, QueryLog<event, events, strict, abi, eventName, filters>>
}

export type UseLogsReducerReturnType<state, row> = UseLogsReturnType<row> & {
  /** The reduced state: of all logs in `data` once `isReduced`, until then of an earlier `data`. */
  readonly state: state
  /** Whether `state` has all logs of `data`. */
  readonly isReduced: boolean
  /** What `reduce` threw. `state` is the one before. */
  readonly reduceError: Error | undefined
}

interface Reduced<state> {
  readonly key: string
  readonly logs: object | undefined
  readonly state: state
  readonly error?: Error | undefined
}

/**
 * Reduces the logs of a query to a state: a sum, the balances of all holders, an order book. Runs in slices that do not
 * block the page, reads each log once, and goes on from an earlier state when a reorg replaces logs, so that `reduce` needs no
 * code for it. Reads as {@link useLogs} does.
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
  const { initial, reduce, ...rest } = parameters
  const { query, list: data, fields, resolved } = useLogsQuery<Row>(rest, plainLogs)
  const { chainId, query: parsed } = resolved
  const { knownEvents } = rest
  const key = useMemo(() => {
    if (!isParsed(parsed)) return ''
    // The same logs, decoded in another way, are reduced from the start.
    return hashKey([chainId, parsed.key, parsed.strict, parsed.events, knownEvents])
  }, [chainId, parsed, knownEvents])

  const latest = useRef({ initial, reduce })
  useEffect(() => {
    latest.current = { initial, reduce }
  })
  const current = useRef<{ key: string; fold: LogsFold<Row, state> }>(undefined)
  const [reduced, setReduced] = useState<Reduced<state>>({ key, logs: undefined, state: initial })
  useEffect(() => {
    if (!data) return undefined
    const stop = new AbortController()
    if (current.current?.key !== key) current.current = { key, fold: new LogsFold(latest.current.initial) }
    const reduceLatest: ReduceLogs<state, Row> = (state, some) => latest.current.reduce(state, some)
    current.current.fold.update(data, reduceLatest, stop.signal).then(
      (state) => setReduced({ key, logs: data, state }),
      (error: Error) => {
        if (!stop.signal.aborted)
          setReduced((before) => ({
            key,
            logs: data,
            state: before.key === key ? before.state : latest.current.initial,
            error,
          }))
      },
    )
    return () => stop.abort()
  }, [key, data])

  const isOfQuery = reduced.key === key && data !== undefined
  const { state, error } = isOfQuery ? reduced : { state: initial, error: undefined }
  return {
    ...query,
    data,
    ...fields,
    state,
    isReduced: isOfQuery && error === undefined && reduced.logs === data,
    reduceError: error,
  } as UseLogsReducerReturnType<state, Row>
}
