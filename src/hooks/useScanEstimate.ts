'use client'
import type { AbiEvent } from 'viem'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters } from '../logs/filter/EventLog.ts'
import { priceScan } from '../logs/scan/estimate/priceScan.ts'
import type { ScanEstimate } from '../logs/scan/estimate/ScanEstimate.ts'
import type { LogsQueryParameters } from '../query/logs.ts'
import { priceNow } from '../query/scanPlan.ts'
import { usePricedScan, type ScanPlanParameters, type ScanPlanResult } from './useScanPlan.ts'

export type UseScanEstimateParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = LogsQueryParameters<event, events, strict, abi, eventName, filters> & ScanPlanParameters<ScanEstimate>

export type UseScanEstimateReturnType = ScanPlanResult<ScanEstimate>

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
  parameters: UseScanEstimateParameters<event, events, strict, abi, eventName, filters> = {} as never,
): UseScanEstimateReturnType {
  return usePricedScan(parameters, (plan, client) => priceNow(priceScan, plan, client))
}
