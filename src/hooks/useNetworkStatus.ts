'use client'
import { useMemo, useSyncExternalStore } from 'react'
import { Connectivity } from '../logs/follow/head/Connectivity.ts'
import type { ConnectivityStatus } from '../logs/ConnectivityStatus.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import type { BudgetStatus } from '../rpc/createBudget.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import type { EndpointStatus, Pool } from '../rpc/Pool.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { useNetwork } from './useNetwork.ts'

export interface UseNetworkStatusParameters {
  /** Chain id. @default the current network's */
  chainId?: number | undefined
  /** @default the provider's */
  config?: LogsConfig | undefined
}

export interface UseNetworkStatusReturnType {
  /** What is known of each endpoint: state, newest block, latency, limits, when and from what they were learned, what is wrong. */
  readonly endpoints: readonly EndpointStatus[]
  /** Whether any of them can be reached, by the source that live status goes by. */
  readonly connectivity: ConnectivityStatus
  /** Calls sent today by all tabs together, how many are allowed, and when the next day begins. */
  readonly budget: BudgetStatus
  /** Lets requests exceed the daily budget until the day ends; `false` restores the limit. */
  readonly ignoreBudget: (allowed?: boolean) => void
}

/**
 * The status of a network's endpoints and of the daily budget. It sends nothing: it reports what other requests have shown.
 *
 * @example
 * const { endpoints, budget } = useNetworkStatus()
 */
export function useNetworkStatus(parameters: UseNetworkStatusParameters = {}): UseNetworkStatusReturnType {
  const config = useLogsConfig(parameters.config)
  const { network } = useNetwork({ config })
  const pool = getPool(config.getClient(parameters.chainId ?? network.id))
  const { budget: ledger } = pool
  const blank = useMemo(() => initialStatus(pool), [pool])
  const endpoints = useSyncExternalStore(pool.subscribe, pool.getStatus, () => blank.endpoints)
  const budget = useSyncExternalStore(ledger.subscribe, ledger.getStatus, () => blank.budget)
  const { subscribe, getStatus } = Connectivity.of(pool)
  const connectivity = useSyncExternalStore(subscribe, getStatus, unknown)
  return { endpoints, connectivity, budget, ignoreBudget: ledger.ignore }
}

/** The status on a server and during hydration, where both must render the same. */
function initialStatus({ getStatus, budget }: Pool) {
  const { quota, ...day } = budget.getStatus()
  return {
    endpoints: getStatus().map(({ name, type }) => ({ name, type, ...unasked })),
    budget: { ...day, quota, used: 0, remaining: quota, ignored: false },
  }
}

const unknown = () => 'unknown' as const

const unasked = {
  state: 'idle',
  head: undefined,
  latency: undefined,
  limits: {},
  resumesAt: undefined,
  error: undefined,
} as const
