import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { lazyChainReads } from './lazyEngine.ts'
import type { LogsConfig } from './LogsConfig.ts'
import { readByPool, type TaggedQueryOptions } from './QueryParameter.ts'
import { keyOn } from './resolveParameters.ts'

export interface ImplementationQueryParameters {
  /** The contract that may be a proxy. */
  address: Address
  /** Chain id. @default the config's current network */
  chainId?: number | undefined
}

/** The key of {@link implementationQueryOptions}. */
export function implementationQueryKey({ address, chainId }: { address: Address; chainId: number }) {
  return ['topic0', 'implementation', { chainId, address: address.toLowerCase() }] as const
}

/**
 * The implementation contract of a proxy (`eth_getCode`, `eth_getStorageAt`), for `useQuery`, `prefetchQuery` and
 * loaders; `null` if the contract is not a proxy of a known kind.
 */
export function implementationQueryOptions(
  config: LogsConfig,
  parameters: ImplementationQueryParameters,
): TaggedQueryOptions<Address | null, Address | null, ReturnType<typeof implementationQueryKey>> {
  const { address, chainId = config.getChainId() } = parameters
  return queryOptions({
    queryKey: keyOn(config, chainId, implementationQueryKey({ address, chainId })),
    queryFn: async ({ signal }) => {
      const { findImplementation } = await lazyChainReads.load()
      return (await findImplementation(config.getClient(chainId), address, { signal })) ?? null
    },
    // Proxies are upgraded now and then.
    staleTime: 600_000,
    ...readByPool,
  })
}
