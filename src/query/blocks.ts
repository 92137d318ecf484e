import { queryOptions } from '@tanstack/react-query'
import type { Hash } from 'viem'
import { parseQuantity, readHeight } from '../rpc/parseQuantity.ts'
import { lazyChainReads, lazyEngine } from './lazyEngine.ts'
import type { LogsConfig } from './LogsConfig.ts'
import type { TaggedQueryOptions } from './QueryParameter.ts'
import { keyOn } from './resolveParameters.ts'

export interface BlockNumberQueryParameters {
  /** Chain id. @default the config's current network */
  chainId?: number | undefined
}

/** The key of {@link blockNumberQueryOptions}. */
export function blockNumberQueryKey(chainId: number) {
  return ['topic0', 'blockNumber', { chainId }] as const
}

/**
 * The newest block number (`eth_blockNumber`), for `useQuery`, `prefetchQuery` and loaders. It is cached as decimal
 * text, so that it can be dehydrated, and selected as a `bigint`.
 */
export function blockNumberQueryOptions(
  config: LogsConfig,
  parameters: BlockNumberQueryParameters = {},
): TaggedQueryOptions<string, bigint, ReturnType<typeof blockNumberQueryKey>> {
  const chainId = parameters.chainId ?? config.getChainId()
  return queryOptions({
    queryKey: keyOn(config, chainId, blockNumberQueryKey(chainId)),
    queryFn: async ({ signal }) => {
      const { getPool } = await lazyEngine.load()
      const pool = getPool(config.getClient(chainId))
      const { result } = await pool.request(
        { method: 'eth_blockNumber', params: [] },
        { signal, reason: 'head' },
      )
      return parseQuantity(result, 'eth_blockNumber', readHeight).toString()
    },
    select: BigInt,
    // The pool owns all retries.
    retry: false,
  })
}

export interface BlockTimestampQueryParameters {
  /** The hash of the block: its timestamp never changes, even after a reorg. */
  blockHash: Hash
  /** Chain id. @default the config's current network */
  chainId?: number | undefined
}

/** The key of {@link blockTimestampQueryOptions}. */
export function blockTimestampQueryKey({ blockHash, chainId }: { blockHash: Hash; chainId: number }) {
  return ['topic0', 'blockTimestamp', { chainId, blockHash: blockHash.toLowerCase() }] as const
}

/**
 * The timestamp of a block in seconds since the epoch (`eth_getBlockByHash`), for `useQueries`, `prefetchQuery` and
 * loaders. Blocks read in the same tick share a batch. It is cached as decimal text, so that it can be dehydrated,
 * and selected as a `bigint`.
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
