import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { findImplementation } from '../logs/lookup/findImplementation.ts'
import { keyOn } from './askedOf.ts'
import type { LogsConfig } from './createLogsConfig.ts'
import type { TaggedQueryOptions } from './TaggedQueryOptions.ts'

export interface ImplementationQueryParameters {
  /** The contract that may be a proxy. */
  address: Address
  /** Chain id. @default the config's current network */
  networkId?: number | undefined
}

/** The key of {@link implementationQueryOptions}. */
export function implementationQueryKey({ address, networkId }: { address: Address; networkId: number }) {
  return ['topic0', 'implementation', { networkId, address: address.toLowerCase() }] as const
}

/**
 * Whose code a proxy runs (`eth_getCode`, `eth_getStorageAt`), for `useQuery`, `prefetchQuery` and loaders: an address, or
 * `null` for what is no proxy of a common kind.
 */
export function implementationQueryOptions(
  config: LogsConfig,
  parameters: ImplementationQueryParameters,
): TaggedQueryOptions<Address | null, Address | null, ReturnType<typeof implementationQueryKey>> {
  const { address, networkId = config.getNetworkId() } = parameters
  return queryOptions({
    queryKey: keyOn(config, networkId, implementationQueryKey({ address, networkId })),
    queryFn: async ({ signal }) =>
      (await findImplementation(config.getClient(networkId), address, { signal })) ?? null,
    // Proxies are upgraded now and then.
    staleTime: 600_000,
    // The pool owns all retries.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
