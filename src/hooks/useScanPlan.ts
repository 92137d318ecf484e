'use client'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import type { Client } from 'viem'
import { QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import type { ScanPlan } from '../logs/scan/estimate/ScanPlan.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { overrideOptions, type QueryParameter } from '../query/QueryParameter.ts'
import { resolveParameters, type ResolvedParameters } from '../query/resolveParameters.ts'
import { scanPlanQueryOptions } from '../query/scanPlan.ts'
import { useChain } from './useNetwork.ts'
import { usePool } from './usePool.ts'
import { useStatus } from './useStatus.ts'

/** Parameters shared by the hooks that plan a scan without running it, besides the query. */
export interface ScanPlanParameters<data> extends QueryParameter<ScanPlan, data> {
  /** @default the provider's */
  config?: LogsConfig | undefined
}

export type ScanPlanResult<data> = UseQueryResult<data> & {
  /** Parameters that are `undefined`, so not known yet. No request is sent until they are. */
  readonly notReady: readonly string[] | undefined
}

/** Plans the scan of a query: the common part of {@link useScanEstimate} and {@link useLogsCount}. */
export function useScanPlan<data>(
  parameters: ScanPlanParameters<data> & { readonly chainId?: number | undefined },
  /** Derives the data from the plan. */
  select: (plan: ScanPlan, client: Client) => data,
): {
  readonly result: ScanPlanResult<data>
  readonly config: LogsConfig
  readonly resolved: ResolvedParameters
} {
  const { query: overrides, ...rest } = parameters
  const { config, chainId } = useChain(parameters)
  const onChain = { ...rest, chainId }
  const resolved = resolveParameters(config, onChain)
  const { query } = resolved
  const options = scanPlanQueryOptions(config, resolved, (plan) => select(plan, config.getClient(chainId)))
  const result = useQuery(overrideOptions(options as UseQueryOptions<ScanPlan, Error, data>, overrides))
  return {
    result: { ...result, notReady: query instanceof QueryNotReadyError ? query.notReady : undefined },
    config,
    resolved,
  }
}

/** As {@link useScanPlan}, for data that depends on the limits learned and the budget left: up to date with both. */
export function usePricedScan<data>(
  parameters: ScanPlanParameters<data> & { readonly chainId?: number | undefined },
  select: (plan: ScanPlan, client: Client) => data,
): ScanPlanResult<data> {
  const { result, config, resolved } = useScanPlan(parameters, select)
  const { chainId, query } = resolved
  const pool = usePool(isParsed(query) ? config.getClient(chainId) : undefined)
  // Each change of the pool's status renders again, which updates the data. Disabled estimates do not subscribe.
  const watched = parameters.query?.enabled === false ? undefined : pool
  useStatus<unknown>(watched, undefined)
  useStatus<unknown>(watched?.budget, undefined)
  return result
}
