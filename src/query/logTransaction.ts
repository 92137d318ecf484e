import { queryOptions } from '@tanstack/react-query'
import type { Hash } from 'viem'
import {
  parseTransaction,
  type LogTransaction,
  type TransactionReplies,
} from '../logs/lookup/LogTransaction.ts'
import { lazyChainReads } from './lazyEngine.ts'
import type { LogsConfig } from './LogsConfig.ts'
import { readByPool, type TaggedQueryOptions } from './QueryParameter.ts'
import { keyOn } from './resolveParameters.ts'

export interface LogTransactionQueryParameters {
  /** The hash of the transaction. */
  hash: Hash
  /** Chain id. @default the config's current network */
  chainId?: number | undefined
}

/** The key of {@link logTransactionQueryOptions}. */
export function logTransactionQueryKey({ hash, chainId }: { hash: Hash; chainId: number }) {
  return ['topic0', 'logTransaction', { chainId, hash: hash.toLowerCase() }] as const
}

/**
 * A mined transaction with its receipt and logs (`eth_getTransactionByHash`, `eth_getTransactionReceipt`), for `useQuery`,
 * `prefetchQuery` and loaders; `null` if it is unknown or pending. The cache holds the replies as JSON, so that they can be
 * dehydrated.
 */
export function logTransactionQueryOptions(
  config: LogsConfig,
  parameters: LogTransactionQueryParameters,
): TaggedQueryOptions<
  TransactionReplies | null,
  LogTransaction | null,
  ReturnType<typeof logTransactionQueryKey>
> {
  const { hash, chainId = config.getChainId() } = parameters
  return queryOptions({
    queryKey: keyOn(config, chainId, logTransactionQueryKey({ hash, chainId })),
    queryFn: async ({ signal }) => {
      const { requestTransaction } = await lazyChainReads.load()
      return (await requestTransaction(config.getClient(chainId), hash, { signal })) ?? null
    },
    select: parse,
    // A reorganization may move it to another block.
    staleTime: 60_000,
    ...readByPool,
  })
}

/** The same function each time, so that the result is parsed once. */
function parse(replies: TransactionReplies | null): LogTransaction | null {
  return replies && parseTransaction(replies)
}
