import { skipToken } from '@tanstack/react-query'
import { InvalidNetworkError } from '../errors/InvalidNetworkError.ts'
import { InvalidQueryError, QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import { isParsed, type ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import type { LogsConfig } from './LogsConfig.ts'
import { readLogParameters, type AnyLogsParameters } from './readLogParameters.ts'

/** The query's part of a key. Only its `chainId` is public: the rest may change. */
export type KeyFields = { readonly chainId: number } & Readonly<Record<string, unknown>>

/** The parameters of a hook or factory, checked: a query of a network, or why it cannot be read. */
export interface ResolvedParameters {
  readonly chainId: number
  readonly query: ParsedLogQuery | InvalidQueryError | InvalidNetworkError
  /** The query's part of a key. Invalid parameters get separate fields, so that no cached result matches them. */
  readonly keyFields: KeyFields
}

/** Checks the parameters of a hook or factory. The config must have the network, even when another config's result is cached. */
export function resolveParameters(
  config: LogsConfig,
  parameters: AnyLogsParameters,
  read = readLogParameters,
): ResolvedParameters {
  const chainId = parameters.chainId ?? config.getChainId()
  const query = networkError(config, chainId) ?? read(parameters)
  return { chainId, query, keyFields: keyFieldsOf(chainId, query) }
}

/** The query's part of a key. Equivalent queries have the same one. */
function keyFieldsOf(chainId: number, query: ResolvedParameters['query']): KeyFields {
  if (isParsed(query)) return { chainId, ...query.json }
  if (query instanceof QueryNotReadyError) return { chainId, notReady: query.notReady }
  if (query instanceof InvalidQueryError) return { chainId, invalid: query.issues }
  return { chainId, unknownNetwork: true }
}

/** The query's part of a key, for key functions, which throw when parameters are invalid. */
export function readKeyFields(
  parameters: AnyLogsParameters & { chainId: number },
  read = readLogParameters,
): KeyFields {
  const query = read(parameters)
  if (query instanceof InvalidQueryError) throw query
  return keyFieldsOf(parameters.chainId, query)
}

/** The `queryFn` once all parameters are known, else `skipToken`. */
export function whenReady<queryFn>({ query }: ResolvedParameters, queryFn: queryFn): queryFn {
  // The types of `prefetchQuery` lack `skipToken`; with it, nothing is read.
  return query instanceof QueryNotReadyError ? (skipToken as queryFn) : queryFn
}

/** The key of a resource on a network, marked if the config does not have the network. */
export function keyOn<key extends readonly unknown[]>(config: LogsConfig, chainId: number, key: key): key {
  return networkError(config, chainId) ? ([...key, 'unknownNetwork'] as unknown as key) : key
}

/** Why a config cannot read a network; `undefined` when it can. */
function networkError(config: LogsConfig, chainId: number): InvalidNetworkError | undefined {
  try {
    config.getNetwork(chainId)
    return undefined
  } catch (error) {
    if (error instanceof InvalidNetworkError) return error
    throw error
  }
}
