'use client'
import { useSyncExternalStore } from 'react'
import type { LogsConfig } from '../query/LogsConfig.ts'
import type { Network } from '../rpc/networks/Network.ts'
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
  /**
   * Makes another network current, for every hook without a `chainId`. @throws {@link InvalidNetworkError} when it is
   * not configured.
   */
  readonly switchNetwork: (chainId: number) => void
}

/** What a hook reads: the config and the chain of its parameters, by default the provider's and the current one. */
export function useChain(parameters: {
  readonly config?: LogsConfig | undefined
  readonly chainId?: number | undefined
}): { readonly config: LogsConfig; readonly chainId: number } {
  const config = useLogsConfig(parameters.config)
  const current = useSyncExternalStore(config.subscribe, config.getChainId, config.getChainId)
  return { config, chainId: parameters.chainId ?? current }
}

/**
 * The current network, and how to change it.
 *
 * @example
 * const { network, networks, switchNetwork } = useNetwork()
 */
export function useNetwork(parameters: UseNetworkParameters = {}): UseNetworkReturnType {
  const { config, chainId } = useChain(parameters)
  return {
    network: config.getNetwork(chainId),
    networks: config.networks,
    switchNetwork: config.setChainId,
  }
}
