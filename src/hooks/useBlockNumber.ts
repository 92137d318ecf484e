'use client'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { defaultPollingInterval } from '../logs/follow/FollowState.ts'
import { blockNumberQueryOptions } from '../query/blocks.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { overrideOptions, refuseEnabled, type QueryParameter } from '../query/QueryParameter.ts'
import { useChain } from './useNetwork.ts'

export interface UseBlockNumberParameters extends QueryParameter<string, bigint> {
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** Polls for the newest block. @default false */
  watch?: boolean | undefined
  /** Milliseconds between two polls while watching. @default 4_000 */
  pollingInterval?: number | undefined
}

export type UseBlockNumberReturnType = UseQueryResult<bigint>

/**
 * The newest block number (`eth_blockNumber`).
 *
 * @example
 * const { data: head } = useBlockNumber({ watch: true })
 */
export function useBlockNumber(parameters: UseBlockNumberParameters = {}): UseBlockNumberReturnType {
  refuseEnabled(parameters)
  const { watch = false, pollingInterval = defaultPollingInterval } = parameters
  const { config, chainId } = useChain(parameters)
  const options = {
    ...blockNumberQueryOptions(config, { chainId }),
    refetchInterval: watch ? pollingInterval : false,
  }
  return useQuery(overrideOptions(options as UseQueryOptions<string, Error, bigint>, parameters.query))
}
