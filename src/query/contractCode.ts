import { queryOptions } from '@tanstack/react-query'
import type { Address } from 'viem'
import { lazyChainReads } from './lazyEngine.ts'
import { keyOn } from './resolveParameters.ts'
import type { LogsConfig } from './LogsConfig.ts'

/** The key of {@link contractCodeQueryOptions}. */
function contractCodeQueryKey({ address, chainId }: { address: Address; chainId: number }) {
  return ['topic0', 'contractCode', { chainId, address: address.toLowerCase() }] as const
}

/** Whether there is a contract at an address (`eth_getCode`), as of the newest block. */
export function contractCodeQueryOptions(
  config: LogsConfig,
  { address, chainId }: { address: Address; chainId: number },
) {
  return queryOptions({
    queryKey: keyOn(config, chainId, contractCodeQueryKey({ address, chainId })),
    queryFn: async ({ signal }) => {
      const { readData } = await lazyChainReads.load()
      return (await readData(config.getClient(chainId), 'eth_getCode', [address], signal)).length > 2
    },
    // Contracts are made and destroyed.
    staleTime: 30_000,
    // The pool owns all retries.
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
