'use client'
import type { AbiEvent } from 'viem'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters } from '../logs/filter/EventLog.ts'
import { countPlanned } from '../logs/scan/estimate/countPlanned.ts'
import type { LogsCount } from '../logs/scan/estimate/ScanEstimate.ts'
import type { LogsQueryParameters } from '../query/logs.ts'
import { useScanPlan, type ScanPlanParameters, type ScanPlanResult } from './useScanPlan.ts'

export type UseLogsCountParameters<
  event extends AbiEvent | undefined = undefined,
  events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = LogsQueryParameters<event, events, strict, abi, eventName, filters> & ScanPlanParameters<LogsCount>

export type UseLogsCountReturnType = ScanPlanResult<LogsCount>

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
  parameters: UseLogsCountParameters<event, events, strict, abi, eventName, filters> = {} as never,
): UseLogsCountReturnType {
  // A limit would only change which blocks are counted.
  const { limit: _limit, ...rest } = parameters
  return useScanPlan(rest, countPlanned).result
}
