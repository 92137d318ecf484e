import type { DataTag, QueryKey, UnusedSkipTokenOptions, UseQueryOptions } from '@tanstack/react-query'
import { InvalidQueryError } from '../errors/InvalidQueryError.ts'
import { inputProblem } from '../logs/filter/inputProblem.ts'

/** The `query` parameter of hooks, as wagmi's hooks have it. */
export interface QueryParameter<queryFnData, data = queryFnData> {
  /** Options of react-query: `enabled`, `staleTime`, `gcTime` and so on. */
  query?:
    | Partial<Omit<UseQueryOptions<queryFnData, Error, data>, 'queryKey' | 'queryFn' | 'select'>>
    | undefined
}

/** Options of queries that a pool reads: it owns all retries. */
export const readByPool = { retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false } as const

/** The options of a hook, with those of its `query` parameter over them. As with other parameters, `undefined` keeps the default. */
export function overrideOptions<options extends object>(options: options, overrides: object = {}): options {
  const given = Object.entries(overrides).filter(([, value]) => value !== undefined)
  return { ...options, ...Object.fromEntries(given) }
}

/**
 * Rejects `enabled` outside of `query`: without types it would be ignored, and unwanted requests would be sent.
 *
 * @throws {@link InvalidQueryError} that names `query.enabled`.
 */
export function refuseEnabled(parameters: object): void {
  if ('enabled' in parameters)
    throw new InvalidQueryError([{ path: 'enabled', ...inputProblem('enabled-in-query') }])
}

/**
 * The return type of react-query's `queryOptions`, by names that react-query exports. An inferred type would make our
 * declarations import `query-core`, which users may not have.
 */
export type TaggedQueryOptions<queryFnData, data, key extends QueryKey> = UnusedSkipTokenOptions<
  queryFnData,
  Error,
  data,
  key
> & { queryKey: DataTag<key, queryFnData, Error> }
