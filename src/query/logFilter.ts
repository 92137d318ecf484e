import { filterKey } from '../logs/filter/filterKey.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { LogFilter, type LogFilterOptions } from '../logs/follow/filter/LogFilter.ts'
import type { LogsConfig } from './LogsConfig.ts'

const filters = new WeakMap<LogsConfig, Map<string, LogFilter>>()
/** Filters to keep before those without listeners are forgotten: renders that have not committed use some. */
const maxIdle = 100

/** The node-side filter of a query. Components with the same query share it, so that ten cost as much as one. */
export function getLogFilter(
  config: LogsConfig,
  chainId: number,
  query: ParsedLogQuery,
  options: Pick<LogFilterOptions, 'pollingInterval'> = {},
): LogFilter {
  const key = JSON.stringify([
    chainId,
    filterKey(query.filter),
    query.json.fromBlock,
    options.pollingInterval,
  ])
  const shared = filters.get(config) ?? new Map<string, LogFilter>()
  filters.set(config, shared)
  const known = shared.get(key)
  if (known) return known
  const made = new LogFilter(config.getClient(chainId), query, {
    ...options,
    onEnd: () => {
      if (shared.get(key) === made) shared.delete(key)
    },
  })
  if (shared.size >= maxIdle) forgetIdle(shared)
  shared.set(key, made)
  return made
}

function forgetIdle(shared: Map<string, LogFilter>): void {
  for (const [key, filter] of shared) if (filter.getState().status === 'idle') shared.delete(key)
}
