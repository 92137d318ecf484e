'use client'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Address } from 'viem'
import type { LogsConfig } from '../query/createLogsConfig.ts'
import { implementationQueryOptions } from '../query/implementation.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { useNetwork } from './useNetwork.ts'

export interface UseImplementationParameters {
  /** The contract that may be a proxy. */
  address: Address
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** `true` asks by itself; otherwise `refetch` does. @default false */
  enabled?: boolean | undefined
}

export type UseImplementationReturnType = UseQueryResult<Address | null>

/**
 * Whose code a contract runs, when it is a proxy (`eth_getCode`, `eth_getStorageAt`): its events are declared there. Nothing is
 * sent until `refetch` is called. `data` is `null` for what is no proxy of a common kind.
 *
 * @example
 * const { data: implementation, refetch } = useImplementation({ address: log.address })
 */
export function useImplementation(parameters: UseImplementationParameters): UseImplementationReturnType {
  const { address, enabled = false } = parameters
  const config = useLogsConfig(parameters.config)
  const { network } = useNetwork({ config })
  const chainId = parameters.chainId ?? network.id
  return useQuery({ ...implementationQueryOptions(config, { address, chainId }), enabled })
}
