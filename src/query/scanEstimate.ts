import { queryOptions } from '@tanstack/react-query'
import type { AbiEvent } from 'viem'
import type { EventNameOf, EventsOf, MaybeAbi, MaybeFilters } from '../logs/filter/EventLog.ts'
import { isParsed } from '../logs/filter/ParsedLogQuery.ts'
import { priceScan } from '../logs/scan/estimate/priceScan.ts'
import type { ScanEstimate } from '../logs/scan/estimate/ScanEstimate.ts'
import type { ScanPlan } from '../logs/scan/estimate/ScanPlan.ts'
import { initialStatus } from '../rpc/pool/initialStatus.ts'
import { lazyChainReads, lazyEngine } from './lazyEngine.ts'
import { isFixed } from './logs.ts'
import type { LogsQueryParameters } from './logs.ts'
import type { LogsConfig } from './LogsConfig.ts'
import type { TaggedQueryOptions } from './QueryParameter.ts'
import type { AnyLogsParameters } from './readLogParameters.ts'
import { readKeyFields, resolveParameters, whenReady } from './resolveParameters.ts'
import type { KeyFields } from './resolveParameters.ts'

/**
 * The key of {@link scanEstimateQueryOptions}: as {@link logsQueryKey}, with another name.
 *
 * @throws {@link InvalidQueryError} when the query is invalid.
 */
export function scanEstimateQueryKey(parameters: AnyLogsParameters & { chainId: number }) {
  return toKey(readKeyFields(parameters))
}

const toKey = (fields: KeyFields) => ['topic0', 'scanEstimate', fields] as const

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
  const { chainId, query, keyFields } = resolved
  return queryOptions<ScanPlan, Error, ScanEstimate, readonly unknown[]>({
    queryKey: toKey(keyFields),
    queryFn: whenReady(resolved, async ({ signal }) => {
      if (!isParsed(query)) throw query
      const [{ getPool }, { planScan }] = await Promise.all([lazyEngine.load(), lazyChainReads.load()])
      return planScan(getPool(config.getClient(chainId)), query, { cache: config.cache, signal })
    }),
    select: (plan) => {
      const client = config.getClient(chainId)
      const pool = lazyEngine.loaded()?.getPool(client)
      const { endpoints, budget } = initialStatus(client)
      return priceScan(plan, pool?.getStatus() ?? endpoints, pool?.budget.getStatus() ?? budget)
    },
    // The pool owns all retries.
    retry: false,
    // Only blocks counted from the newest one need a node.
    ...(isParsed(query) && isFixed(query.range) && { networkMode: 'always' }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
