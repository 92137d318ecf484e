'use client'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Hash } from 'viem'
import type { LogTransaction, TransactionReplies } from '../logs/lookup/LogTransaction.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { logTransactionQueryOptions } from '../query/logTransaction.ts'
import { overrideOptions, refuseEnabled, type QueryParameter } from '../query/QueryParameter.ts'
import { useChain } from './useNetwork.ts'

export interface UseLogTransactionParameters {
  /** The transaction of the log: its `transactionHash`. */
  hash: Hash
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** Options of react-query. `enabled` defaults to `false`: no request is sent before `refetch`. */
  query?: QueryParameter<TransactionReplies | null, LogTransaction | null>['query']
}

export type UseLogTransactionReturnType = UseQueryResult<LogTransaction | null>

/**
 * Reads the transaction of a log: status, sender, value, gas and all of its logs (`eth_getTransactionByHash`,
 * `eth_getTransactionReceipt`, in one batch). No request is sent until `refetch` is called. `data` is `null` if the
 * transaction is unknown or not mined yet.
 *
 * @example
 * const { data: transaction, refetch } = useLogTransaction({ hash: log.transactionHash })
 */
export function useLogTransaction(parameters: UseLogTransactionParameters): UseLogTransactionReturnType {
  refuseEnabled(parameters)
  const { hash } = parameters
  const { config, chainId } = useChain(parameters)
  return useQuery({
    ...overrideOptions(logTransactionQueryOptions(config, { hash, chainId }), parameters.query),
    enabled: parameters.query?.enabled ?? false,
  } as UseQueryOptions<TransactionReplies | null, Error, LogTransaction | null>)
}
