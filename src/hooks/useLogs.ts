'use client'
import type { AbiEvent } from 'viem'
import type {
  EventLog,
  EventNameOf,
  EventsOf,
  MaybeAbi,
  MaybeFilters,
  QueryLog,
} from '../logs/filter/EventLog.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { LogsQueryParameters } from '../query/logs.ts'
import type { LogsQueryData } from '../query/LogsQueryEntry.ts'
import type { QueryParameter } from '../query/QueryParameter.ts'
import { plainLogs, useLogsQuery, type LogsHookParameters, type LogsQueryResult } from './useLogsQuery.ts'

export type UseLogsParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = LogsQueryParameters<event, events, strict, abi, eventName, filters> &
  QueryParameter<LogsQueryData> &
  LogsHookParameters<QueryLog<event, events, strict, abi, eventName, filters>>

/**
 * react-query's result, narrowed by its flags. `data` has the logs so far, in the order of the query. The query is
 * pending, with `data` undefined, until there is a log or certainly none.
 */
export type UseLogsReturnType<row = EventLog> = LogsQueryResult<LogList<row>>

/**
 * Reads the logs of a range (`eth_getLogs`) in chunks over all endpoints of the network. Chunk sizes are learned, each log is
 * verified, and rows are published as they arrive.
 *
 * @example
 * const logs = useLogs({ address: token, event: transfer, args: { to: me }, fromBlock: 1_000_000n })
 * logs.data?.at(0)?.args.value // bigint
 */
export function useLogs<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  parameters: UseLogsParameters<event, events, strict, abi, eventName, filters> = {} as never,
): UseLogsReturnType<QueryLog<event, events, strict, abi, eventName, filters>> {
  type Row = QueryLog<event, events, strict, abi, eventName, filters>
  const { query, list, fields } = useLogsQuery<Row>(parameters, plainLogs)
  return { ...query, data: list, ...fields } as UseLogsReturnType<Row>
}
