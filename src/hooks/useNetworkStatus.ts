'use client'
import { useSyncExternalStore } from 'react'
import type { LogsConfig } from '../query/createLogsConfig.ts'
import { getPool } from '../rpc/getPool.ts'
import type { EndpointStatus } from '../rpc/Pool.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { useNetwork } from './useNetwork.ts'

export interface UseNetworkStatusParameters {
  /** Chain id. @default the current network's */
  networkId?: number | undefined
  /** @default the provider's */
  config?: LogsConfig | undefined
}

export interface UseNetworkStatusReturnType {
  /** What is known of each endpoint: state, newest block, latency, limits learned, what is wrong. */
  readonly endpoints: readonly EndpointStatus[]
}

/**
 * What is known of a network's endpoints. It sends nothing: it tells what other requests have taught.
 *
 * @example
 * const { endpoints } = useNetworkStatus()
 */
export function useNetworkStatus(parameters: UseNetworkStatusParameters = {}): UseNetworkStatusReturnType {
  const config = useLogsConfig(parameters.config)
  const { network } = useNetwork({ config })
  const pool = getPool(config.getClient(parameters.networkId ?? network.id))
  const endpoints = useSyncExternalStore(pool.subscribe, pool.getStatus, pool.getStatus)
  return { endpoints }
}
