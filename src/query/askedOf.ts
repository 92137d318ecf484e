import { skipToken } from '@tanstack/react-query'
import { InvalidNetworkError } from '../errors/InvalidNetworkError.ts'
import { InvalidQueryError, QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import type { LogsConfig } from './createLogsConfig.ts'
import { readLogParameters } from './readLogParameters.ts'
import type { AnyLogsParameters } from './readLogParameters.ts'

/** What the parameters of a hook or factory ask of which network, or why nobody can be asked. */
export interface Asked {
  readonly chainId: number
  readonly query: ParsedLogQuery | InvalidQueryError | InvalidNetworkError
  /** What of it belongs in a key: what cannot be asked gets a key of its own, so no cached answer is taken for one to it. */
  readonly keyFields: object
}

/** Reads the parameters of a hook or factory. The config must have the network, whatever another config has read of it. */
export function askedOf(config: LogsConfig, parameters: AnyLogsParameters): Asked {
  const chainId = parameters.chainId ?? config.getChainId()
  const query = networkError(config, chainId) ?? readLogParameters(parameters)
  return { chainId, query, keyFields: { chainId, ...fieldsOf(query) } }
}

/** Why a config cannot ask a network; `undefined` when it can. */
export function networkError(config: LogsConfig, chainId: number): InvalidNetworkError | undefined {
  try {
    config.getNetwork(chainId)
    return undefined
  } catch (error) {
    if (error instanceof InvalidNetworkError) return error
    throw error
  }
}

/** A key for a network; where the config does not have it, one of its own: what another config has read is no answer. */
export function keyOn<key extends readonly unknown[]>(config: LogsConfig, chainId: number, key: key): key {
  return networkError(config, chainId) ? ([...key, 'unknownNetwork'] as unknown as key) : key
}

/** The `queryFn` of a query that is asked once all of it is known. */
export function whenReady<queryFn>({ query }: Asked, queryFn: queryFn): queryFn {
  // Prefetching knows no `skipToken` in its types; with it, it reads nothing.
  return query instanceof QueryNotReadyError ? (skipToken as queryFn) : queryFn
}

function fieldsOf(query: Asked['query']): object {
  if (isParsed(query)) return query.json
  if (query instanceof QueryNotReadyError) return { notReady: query.notReady }
  return query instanceof InvalidQueryError ? { invalid: query.issues } : { unknownNetwork: true }
}
