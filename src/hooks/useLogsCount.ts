'use client'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryOptions, UseQueryResult } from '@tanstack/react-query'
import type { AbiEvent } from 'viem'
import { QueryNotReadyError } from '../errors/InvalidQueryError.ts'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters } from '../logs/filter/EventLog.ts'
import { countPlanned } from '../logs/scan/estimate/countPlanned.ts'
import type { LogsCount } from '../logs/scan/estimate/ScanEstimate.ts'
import type { ScanPlan } from '../logs/scan/estimate/ScanPlan.ts'
import type { LogsQueryParameters } from '../query/logs.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import type { QueryParameter } from '../query/QueryParameter.ts'
import { resolveParameters } from '../query/resolveParameters.ts'
import { scanEstimateQueryOptions } from '../query/scanEstimate.ts'
import { useLogsConfig } from './useLogsConfig.ts'
import { useNetwork } from './useNetwork.ts'

export type UseLogsCountParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = LogsQueryParameters<event, events, strict, abi, eventName, filters> &
  QueryParameter<ScanPlan, LogsCount> & {
    /** @default the provider's */
    config?: LogsConfig | undefined
  }

export type UseLogsCountReturnType = UseQueryResult<LogsCount> & {
  /** Parameters that are `undefined`, so not known yet. No request is sent until they are. */
  readonly notReady: readonly string[] | undefined
}

/**
 * Counts matching logs without reading them: in cached blocks, and in the network's archive, whose keys count the
 * logs of each contract and event. Reads the newest block (`eth_blockNumber`) at most once, and an archive's manifest
 * and keys. `isComplete` says whether all blocks are counted. A `limit` is ignored.
 *
 * @example
 * const { data } = useLogsCount({ address: token, event: transfer, fromBlock: 0n })
 * data?.logs // 5_000
 */
export function useLogsCount<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  given: UseLogsCountParameters<event, events, strict, abi, eventName, filters> = {} as never,
): UseLogsCountReturnType {
  const { config: givenConfig, query: overrides, ...rest } = given
  const config = useLogsConfig(givenConfig)
  const { network } = useNetwork({ config })
  const parameters = { ...rest, chainId: rest.chainId ?? network.id } as typeof rest
  // A limit would only change which blocks are counted.
  delete (parameters as { limit?: number }).limit
  const { query } = resolveParameters(config, parameters)
  const options = scanEstimateQueryOptions<event, events, strict, abi, eventName, filters>(config, parameters)
  const result = useQuery({
    ...options,
    select: countPlanned,
    ...overrides,
  } as UseQueryOptions<ScanPlan, Error, LogsCount>)
  return { ...result, notReady: query instanceof QueryNotReadyError ? query.notReady : undefined }
}
