import type { AbiEvent } from 'viem'
import { InvalidQueryError, QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import type {
  EventNameOf,
  EventParameters,
  EventsOf,
  MaybeAbi,
  MaybeFilters,
} from '../logs/filter/EventLog.ts'
import { inputProblem } from '../logs/filter/inputProblem.ts'
import type { LogQuery } from '../logs/filter/LogQuery.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { QueryProblems } from '../logs/filter/QueryProblems.ts'
import { readOptions, type InfiniteLogsQueryKey } from './logs.ts'
import type { LogsConfig } from './LogsConfig.ts'
import type { LogsQueryData } from './LogsQueryEntry.ts'
import type { TaggedQueryOptions } from './QueryParameter.ts'
import { readLogParameters, type AnyLogsParameters } from './readLogParameters.ts'
import { readKeyFields, resolveParameters, type ResolvedParameters } from './resolveParameters.ts'

export type InfiniteLogsQueryParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = EventParameters<event, events, strict, abi, eventName, filters> & {
  /** Chain id. @default the config's current network */
  chainId?: number | undefined
  /** The oldest block: the pages end there. @default 'earliest' */
  fromBlock?: LogQuery['fromBlock']
  /** The newest block: the first page begins there. @default 'latest' */
  toBlock?: LogQuery['toBlock']
  /**
   * Minimum rows of a page. Pages end with a whole block, so they may have a few more; the last may have fewer.
   * @default 100
   */
  pageSize?: number | undefined
  /** Keeps the pages up to date while a hook shows them: new logs enter the first one. Not with `toBlock`. @default false */
  live?: boolean | undefined
  /** Minimum milliseconds between two polls while live, while there is no working socket. @default 4_000 */
  pollingInterval?: number | undefined
}

/**
 * The key of {@link infiniteLogsQueryOptions}.
 *
 * @throws {@link InvalidQueryError} when the query is invalid.
 */
export function infiniteLogsQueryKey<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  parameters: InfiniteLogsQueryParameters<event, events, strict, abi, eventName, filters> & {
    chainId: number
  },
): InfiniteLogsQueryKey {
  return toKey(readKeyFields(parameters, readPageParameters))
}

const toKey = (fields: ResolvedParameters['keyFields']) =>
  ['topic0', 'infiniteLogs', fields] as unknown as InfiniteLogsQueryKey

/**
 * Logs read page by page, newest first (`eth_getLogs`): the options of `useInfiniteLogs`, for `prefetchQuery` and
 * loaders, which read the first page. Not for `useInfiniteQuery`. See {@link logsQueryOptions} for errors.
 *
 * @example
 * await queryClient.prefetchQuery(infiniteLogsQueryOptions(config, { address: token, event: transfer, pageSize: 50 }))
 */
export function infiniteLogsQueryOptions<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  config: LogsConfig,
  parameters: InfiniteLogsQueryParameters<event, events, strict, abi, eventName, filters> = {} as never,
): TaggedQueryOptions<LogsQueryData, LogsQueryData, InfiniteLogsQueryKey> {
  const resolved = resolvePages(config, parameters)
  return readOptions(config, resolved, toKey(resolved.keyFields), true)
}

/** Checks the parameters of a query that is read in pages. */
export function resolvePages(config: LogsConfig, parameters: object): ResolvedParameters {
  return resolveParameters(config, parameters, readPageParameters)
}

/** The query of a page, which is the newest logs up to a limit, checked. */
function readPageParameters(
  parameters: AnyLogsParameters & { readonly pageSize?: number | undefined },
): ParsedLogQuery | InvalidQueryError {
  const { pageSize = 100, limit, order, ...rest } = parameters
  const problems = new QueryProblems()
  if (limit !== undefined) problems.add('limit', inputProblem('key-unknown-near', 'limit', 'pageSize'))
  if (order !== undefined && order !== 'desc') problems.add('order', inputProblem('key-unknown', 'order'))
  const query = problems.toError() ?? readLogParameters({ ...rest, order: 'desc', limit: pageSize })
  if (!(query instanceof InvalidQueryError) || query instanceof QueryNotReadyError) return query
  return new InvalidQueryError(
    query.issues.map((issue) =>
      issue.path === 'limit' && limit === undefined ? { ...issue, path: 'pageSize' } : issue,
    ),
  )
}
