'use client'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { blockNumberQueryOptions } from '../query/blockNumber.ts'
import type { LogsConfig } from '../query/createLogsConfig.ts'
import { useNetwork } from './useNetwork.ts'
import { useLogsConfig } from './useLogsConfig.ts'

export interface UseBlockNumberParameters {
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** Ask again and again. @default false */
  watch?: boolean | undefined
  /** Milliseconds between two questions when watching. @default 4_000 */
  pollingInterval?: number | undefined
  /** `false` asks nothing. @default true */
  enabled?: boolean | undefined
}

export type UseBlockNumberReturnType = UseQueryResult<bigint>

/**
 * The newest block number (`eth_blockNumber`).
 *
 * @example
 * const { data: head } = useBlockNumber({ watch: true })
 */
export function useBlockNumber(parameters: UseBlockNumberParameters = {}): UseBlockNumberReturnType {
  const { watch = false, pollingInterval = 4_000, enabled = true } = parameters
  const config = useLogsConfig(parameters.config)
  const { network } = useNetwork({ config })
  return useQuery({
    ...blockNumberQueryOptions(config, { chainId: parameters.chainId ?? network.id }),
    enabled,
    refetchInterval: watch ? pollingInterval : false,
  })
}
