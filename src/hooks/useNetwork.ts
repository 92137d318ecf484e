'use client'
import { useSyncExternalStore } from 'react'
import type { LogsConfig } from '../query/createLogsConfig.ts'
import type { Network } from '../rpc/networks/defineNetwork.ts'
import { useLogsConfig } from './useLogsConfig.ts'

export interface UseNetworkParameters {
  /** @default the provider's */
  config?: LogsConfig | undefined
}

export interface UseNetworkReturnType {
  /** The current network. */
  readonly network: Network
  /** All configured networks. */
  readonly networks: readonly Network[]
  /** Makes another network current, for every hook that names none. @throws {@link InvalidNetworkError} when it is not configured. */
  readonly switchNetwork: (networkId: number) => void
}

/**
 * The current network, and how to change it.
 *
 * @example
 * const { network, networks, switchNetwork } = useNetwork()
 */
export function useNetwork(parameters: UseNetworkParameters = {}): UseNetworkReturnType {
  const config = useLogsConfig(parameters.config)
  const networkId = useSyncExternalStore(config.subscribe, config.getNetworkId, config.getNetworkId)
  return {
    network: config.getNetwork(networkId),
    networks: config.networks,
    switchNetwork: config.setNetworkId,
  }
}
