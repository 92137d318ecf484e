'use client'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Address } from 'viem'
import { implementationQueryOptions } from '../query/implementation.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { overrideOptions, refuseEnabled, type QueryParameter } from '../query/QueryParameter.ts'
import { useChain } from './useNetwork.ts'

export interface UseImplementationParameters {
  /** The contract that may be a proxy. */
  address: Address
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** Options of react-query. `enabled` defaults to `false`: no request is sent before `refetch`. */
  query?: QueryParameter<Address | null>['query']
}

export type UseImplementationReturnType = UseQueryResult<Address | null>

/**
 * Finds the implementation contract of a proxy (`eth_getCode`, `eth_getStorageAt`), whose ABI has the events. No
 * request is sent until `refetch` is called. `data` is `null` when the contract is not a proxy of a known kind.
 *
 * @example
 * const { data: implementation, refetch } = useImplementation({ address: log.address })
 */
export function useImplementation(parameters: UseImplementationParameters): UseImplementationReturnType {
  refuseEnabled(parameters)
  const { address } = parameters
  const { config, chainId } = useChain(parameters)
  return useQuery({
    ...overrideOptions(implementationQueryOptions(config, { address, chainId }), parameters.query),
    enabled: parameters.query?.enabled ?? false,
  } as UseQueryOptions<Address | null>)
}
