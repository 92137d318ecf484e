import { queryOptions } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { lazyChainReads, lazyEngine } from './lazyEngine.ts'
import type { LogsConfig } from './LogsConfig.ts'
import type { TaggedQueryOptions } from './QueryParameter.ts'
import { keyOn } from './resolveParameters.ts'

export interface BlockTimestampQueryParameters {
  /** The block, by its hash: what it says can then never change, and no reorg can make it wrong. */
  blockHash: Hash
  /** Chain id. @default the config's current network */
  chainId?: number | undefined
}

/** The key of {@link blockTimestampQueryOptions}. */
export function blockTimestampQueryKey({ blockHash, chainId }: { blockHash: Hash; chainId: number }) {
  return ['topic0', 'blockTimestamp', { chainId, blockHash: blockHash.toLowerCase() }] as const
}

/**
 * When a block was made, in seconds since the epoch (`eth_getBlockByHash`), for `useQueries`, `prefetchQuery` and
 * loaders. Those read in one tick share a message. The cache holds decimal text, so that it can be dehydrated, selected
 * as a `bigint`.
 */
export function blockTimestampQueryOptions(
  config: LogsConfig,
  parameters: BlockTimestampQueryParameters,
): TaggedQueryOptions<string, bigint, ReturnType<typeof blockTimestampQueryKey>> {
  const { blockHash, chainId = config.getChainId() } = parameters
  return queryOptions({
    queryKey: keyOn(config, chainId, blockTimestampQueryKey({ blockHash, chainId })),
    queryFn: async ({ signal }) => {
      const [{ getPool }, { readBlockTimestamp }] = await Promise.all([
        lazyEngine.load(),
        lazyChainReads.load(),
      ])
      const pool = getPool(config.getClient(chainId))
      return (await readBlockTimestamp(pool, blockHash, signal)).toString()
    },
    select: BigInt,
    staleTime: Number.POSITIVE_INFINITY,
    // The pool owns all retries.
    retry: false,
  })
}
