import type { LogFilterOptions } from '../logs/LogFilter.ts'
import { LogFilter } from '../logs/LogFilter.ts'
import type { LogQuery } from '../logs/LogQuery.ts'
import { parseLogQuery } from '../logs/parseLogQuery.ts'
import type { LogsConfig } from './createLogsConfig.ts'

const filters = new WeakMap<LogsConfig, Map<string, LogFilter>>()
/** Filters that nobody listens to, kept for a render that may still come to be. */
const mostIdle = 100

/**
 * The node-side filter for a query: the same for everyone who asks for the same, so that ten components cost one.
 *
 * @throws {@link InvalidQueryError} when the query is invalid; nothing is sent then.
 */
export function getLogFilter(
  config: LogsConfig,
  networkId: number,
  query: LogQuery,
  options: Pick<LogFilterOptions, 'pollingInterval'> = {},
): LogFilter {
  const { filter, range } = parseLogQuery(query)
  const from = 'fromBlock' in range ? range.fromBlock.toString() : undefined
  const key = JSON.stringify([networkId, filter.address, filter.topics, from, options.pollingInterval])
  let all = filters.get(config)
  if (!all) filters.set(config, (all = new Map()))
  const shared = all
  const known = shared.get(key)
  if (known) return known
  const made = new LogFilter(config.getClient(networkId), query, {
    ...options,
    onEnd: () => {
      if (shared.get(key) === made) shared.delete(key)
    },
  })
  if (shared.size >= mostIdle) forgetIdle(shared)
  shared.set(key, made)
  return made
}

function forgetIdle(shared: Map<string, LogFilter>): void {
  for (const [key, filter] of shared) if (filter.getState().status === 'idle') shared.delete(key)
}
