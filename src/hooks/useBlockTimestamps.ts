'use client'
import { useQueries, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Hash } from 'viem'
import { blockTimestampQueryOptions } from '../query/blocks.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { overrideOptions, refuseEnabled, type QueryParameter } from '../query/QueryParameter.ts'
import type { BudgetStatus } from '../rpc/Budget.ts'
import { useChain } from './useNetwork.ts'
import { usePool } from './usePool.ts'
import { useStatus } from './useStatus.ts'

export interface UseBlockTimestampsParameters {
  /** Hashes of the blocks whose timestamps to read. Blocks that leave the list are no longer read. */
  blocks: readonly Hash[]
  /** @default the provider's */
  config?: LogsConfig | undefined
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** Share of the daily budget that timestamps leave for logs. @default 0.1 */
  reserve?: number | undefined
  /** Options of react-query, for the query of each block. */
  query?: QueryParameter<string, bigint>['query']
}

export interface UseBlockTimestampsReturnType {
  /** Seconds since the epoch by block hash, for every block read so far. */
  readonly data: ReadonlyMap<Hash, bigint>
  readonly isFetching: boolean
  /** Why the timestamp of a block in `blocks` is missing. */
  readonly error: Error | null
  /** Whether nothing is read because only the `reserve` of the daily budget is left. */
  readonly isSaving: boolean
}

// Timestamps to keep, newest first: an hour of scrolling, about a megabyte.
const maxTimestamps = 10_000

/**
 * Reads block timestamps (`eth_getBlockByHash`), for logs without a `blockTimestamp`: each block once, in batches.
 * Nothing is sent for blocks that left the list, or after unmount.
 *
 * @example
 * const times = useBlockTimestamps({ blocks: [log.blockHash!] })
 * times.data.get(log.blockHash!) // bigint, once it is known
 */
export function useBlockTimestamps(parameters: UseBlockTimestampsParameters): UseBlockTimestampsReturnType {
  refuseEnabled(parameters)
  const { blocks, reserve = 0.1, query } = parameters
  const { config, chainId } = useChain(parameters)
  // A network that is not configured is an error of the queries.
  const isConfigured = config.networks.some(({ id }) => id === chainId)
  const budget = usePool(isConfigured ? config.getClient(chainId) : undefined)?.budget
  const isSaving = useStatus(
    budget && { subscribe: budget.subscribe, getStatus: () => isShort(budget.getStatus(), reserve) },
    false,
  )
  const wanted = useMemo(() => [...new Set(blocks)], [blocks])
  const combine = useCallback(
    (results: UseQueryResult<bigint>[]) => ({
      found: wanted.flatMap((block, at) => {
        const seconds = results[at]?.data
        return seconds === undefined ? [] : [[block, seconds] as const]
      }),
      isFetching: results.some((result) => result.isFetching),
      error: results.find((result) => result.error)?.error ?? null,
    }),
    [wanted],
  )
  const { found, isFetching, error } = useQueries({
    queries: wanted.map(
      (blockHash) =>
        ({
          ...overrideOptions(blockTimestampQueryOptions(config, { blockHash, chainId }), query),
          ...(isSaving && { enabled: false }),
        }) as UseQueryOptions<string, Error, bigint>,
    ),
    combine,
  })
  // Timestamps stay when their blocks leave the list, so that scrolling back shows them at once.
  const [data, setData] = useState<ReadonlyMap<Hash, bigint>>(new Map())
  const fresh = found.filter(([block]) => !data.has(block))
  if (fresh.length > 0) setData(joinTimes(data, found))
  return { data, isFetching, error, isSaving }
}

/** Keeps all wanted timestamps, even beyond the limit: the next render would add a dropped one again. */
function joinTimes(
  known: ReadonlyMap<Hash, bigint>,
  wanted: readonly (readonly [Hash, bigint])[],
): ReadonlyMap<Hash, bigint> {
  const blocks = new Set(wanted.map(([block]) => block))
  const others = [...known].filter(([block]) => !blocks.has(block))
  return new Map([...others.slice(Math.max(0, others.length + wanted.length - maxTimestamps)), ...wanted])
}

function isShort({ quota, remaining, ignored }: BudgetStatus, reserve: number): boolean {
  return quota !== undefined && remaining !== undefined && !ignored && remaining <= quota * reserve
}
