import type { AbiEvent } from 'viem'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters } from '../logs/filter/EventLog.ts'
import { priceScan } from '../logs/scan/estimate/priceScan.ts'
import type { ScanEstimate } from '../logs/scan/estimate/ScanEstimate.ts'
import type { ScanPlan } from '../logs/scan/estimate/ScanPlan.ts'
import type { LogsQueryParameters } from './logs.ts'
import type { LogsConfig } from './LogsConfig.ts'
import type { TaggedQueryOptions } from './QueryParameter.ts'
import { resolveParameters } from './resolveParameters.ts'
import { priceNow, scanPlanQueryOptions } from './scanPlan.ts'

/**
 * The cost of reading logs, for `useQuery`, `prefetchQuery` and loaders. Reads the newest block (`eth_blockNumber`)
 * at most once, and no logs. The cache holds the plan of the scan; `select` prices it with the limits learned and the
 * budget left by then.
 *
 * The query fails with {@link InvalidQueryError} before anything is sent when the parameters are invalid.
 *
 * @example
 * const options = scanEstimateQueryOptions(config, { address: token, event: transfer, fromBlock: 1_000_000n })
 */
export function scanEstimateQueryOptions<
  const event extends AbiEvent | undefined = undefined,
  const events extends readonly AbiEvent[] | undefined = EventsOf<event>,
  strict extends boolean = true,
  const abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  const filters extends MaybeFilters = undefined,
>(
  config: LogsConfig,
  parameters: LogsQueryParameters<event, events, strict, abi, eventName, filters> = {} as never,
): TaggedQueryOptions<ScanPlan, ScanEstimate, readonly unknown[]> {
  const resolved = resolveParameters(config, parameters)
  return scanPlanQueryOptions(config, resolved, (plan) =>
    priceNow(priceScan, plan, config.getClient(resolved.chainId)),
  )
}
