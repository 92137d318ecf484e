'use client'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import type { AbiEvent } from 'viem'
import { QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters } from '../logs/filter/EventLog.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import type { ScanEstimate } from '../logs/scan/estimate/ScanEstimate.ts'
import type { ScanPlan } from '../logs/scan/estimate/ScanPlan.ts'
import type { LogsQueryParameters } from '../query/logs.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import type { QueryParameter } from '../query/QueryParameter.ts'
import { resolveParameters } from '../query/resolveParameters.ts'
import { scanEstimateQueryOptions } from '../query/scanEstimate.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { useNetwork } from './useNetwork.ts'
import { usePool } from './usePool.ts'
import { useStatus } from './useStatus.ts'

export type UseScanEstimateParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = LogsQueryParameters<event, events, strict, abi, eventName, filters> &
  QueryParameter<ScanPlan, ScanEstimate> & {
    /** @default the provider's */
    config?: LogsConfig | undefined
  }

export type UseScanEstimateReturnType = UseQueryResult<ScanEstimate> & {
  /** Parameters that are `undefined`, so not known yet. No request is sent until they are. */
  readonly notReady: readonly string[] | undefined
}

/**
 * Estimates what {@link useLogs} would cost with the same parameters: requests, seconds and share of the daily
 * budget. Reads the newest block (`eth_blockNumber`) at most once and no logs, and updates as limits are learned and
 * the budget is used.
 *
 * @example
 * const { data } = useScanEstimate({ address: token, fromBlock: 0n })
 * data?.requests.high // 1_240
 */
export function useScanEstimate<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  given: UseScanEstimateParameters<event, events, strict, abi, eventName, filters> = {} as never,
): UseScanEstimateReturnType {
  const { config: givenConfig, query: overrides, ...rest } = given
  const config = useLogsConfig(givenConfig)
  const { network } = useNetwork({ config })
  const parameters = { ...rest, chainId: rest.chainId ?? network.id } as typeof rest
  const { chainId, query } = resolveParameters(config, parameters)
  const pool = usePool(isParsed(query) ? config.getClient(chainId) : undefined)
  // Each change of the pool's status renders again, which updates the estimate. Disabled estimates do not subscribe.
  const watched = overrides?.enabled === false ? undefined : pool
  useStatus<unknown>(watched, undefined)
  useStatus<unknown>(watched?.budget, undefined)
  const options = scanEstimateQueryOptions<event, events, strict, abi, eventName, filters>(config, parameters)
  const result = useQuery({ ...options, ...overrides } as UseQueryOptions<ScanPlan, Error, ScanEstimate>)
  return { ...result, notReady: query instanceof QueryNotReadyError ? query.notReady : undefined }
}
