'use client'
import { useCallback, useMemo } from 'react'
import type { ArchiveStatus } from '../logs/archive/ArchiveStatus.ts'
import type { ConnectivityStatus } from '../logs/ConnectivityStatus.ts'
import { lazyEngine } from '../query/lazyEngine.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import type { BudgetStatus } from '../rpc/Budget.ts'
import type { EndpointStatus, Pool } from '../rpc/Pool.ts'
import { initialStatus } from '../rpc/pool/initialStatus.ts'
import { useChain } from './useNetwork.ts'
import { usePool } from './usePool.ts'
import { useStatus } from './useStatus.ts'

export interface UseNetworkStatusParameters {
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** @default the provider's */
  config?: LogsConfig | undefined
}

export interface UseNetworkStatusReturnType {
  /**
   * The status of each endpoint: state, newest block, latency, errors, and limits with when and how they were
   * learned.
   */
  readonly endpoints: readonly EndpointStatus[]
  /** Whether any endpoint can be reached. Live status uses the same source. */
  readonly connectivity: ConnectivityStatus
  /** The status of the network's archive; `undefined` without an archive and until a query needs it. */
  readonly archive: ArchiveStatus | undefined
  /** Calls sent today by all tabs together, how many are allowed, and when the budget resets. */
  readonly budget: BudgetStatus
  /** Lets requests exceed the daily budget until the day ends; `false` restores the limit. */
  readonly ignoreBudget: (isIgnored?: boolean) => void
}

/**
 * The status of a network's endpoints and of the daily budget. Sends no requests of its own: it reports what other
 * requests have shown.
 *
 * @throws {@link InvalidNetworkError} when the config does not have the network.
 *
 * @example
 * const { endpoints, budget } = useNetworkStatus()
 */
export function useNetworkStatus(parameters: UseNetworkStatusParameters = {}): UseNetworkStatusReturnType {
  const { config, chainId } = useChain(parameters)
  const client = config.getClient(chainId)
  const pool = usePool(client)
  const initial = useMemo(() => initialStatus(client), [client])
  const connection = pool && lazyEngine.loaded()?.Connectivity.of(pool)
  const endpoints = useStatus(pool, initial.endpoints)
  const budget = useBudget(pool, initial.budget)
  const connectivity = useStatus(connection, 'unknown')
  const archive = useStatus(pool && lazyEngine.loaded()?.archiveStatusOf(pool), undefined)
  const ignoreBudget = useCallback(
    (isIgnored?: boolean) => {
      lazyEngine.load().then(
        ({ getPool }) => getPool(client).budget.ignore(isIgnored),
        // Without its code, nothing is sent that could exceed the budget. Queries report the failure.
        () => {},
      )
    },
    [client],
  )
  return { endpoints, connectivity, archive, budget, ignoreBudget: pool?.budget.ignore ?? ignoreBudget }
}

/** Maximum milliseconds between two checks of the time, because timers stop while the computer sleeps. */
const maxWait = 60_000

/** The budget. The pool of an idle page does not report that a new day has begun. */
function useBudget(pool: Pool | undefined, initial: BudgetStatus): BudgetStatus {
  const source = useMemo(() => {
    if (!pool) return undefined
    const { getStatus, subscribe } = pool.budget
    return {
      getStatus,
      subscribe(listener: () => void) {
        const stop = subscribe(listener)
        let timer: ReturnType<typeof setTimeout>
        const wait = () => {
          const left = getStatus().resetsAt - Date.now()
          timer = setTimeout(look, left > 0 ? Math.min(left, maxWait) : maxWait)
        }
        const look = () => {
          listener()
          wait()
        }
        wait()
        return () => {
          clearTimeout(timer)
          stop()
        }
      },
    }
  }, [pool])
  return useStatus(source, initial)
}
