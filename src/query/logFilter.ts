import type { LogFilterOptions } from '../logs/LogFilter.ts'
import { LogFilter } from '../logs/LogFilter.ts'
import type { LogQuery } from '../logs/LogQuery.ts'
import { parseLogQuery } from '../logs/parseLogQuery.ts'
import type { LogsConfig } from './createLogsConfig.ts'

const filters = new WeakMap<LogsConfig, Map<string, LogFilter>>()

/**
 * The node-side filter for a query: the same for everyone who asks for the same, so that ten components cost one.
 *
 * @throws {@link InvalidQueryError} when the query is invalid; nothing is sent then.
 */
export function getLogFilter(
  config: LogsConfig,
  networkId: number,
  query: LogQuery,
  options: LogFilterOptions = {},
): LogFilter {
  const { filter, range } = parseLogQuery(query)
  const from = 'fromBlock' in range ? range.fromBlock.toString() : undefined
  const key = JSON.stringify([networkId, filter.address, filter.topics, from, options.pollingInterval])
  let shared = filters.get(config)
  if (!shared) filters.set(config, (shared = new Map()))
  let logFilter = shared.get(key)
  if (!logFilter) shared.set(key, (logFilter = new LogFilter(config.getClient(networkId), query, options)))
  return logFilter
}
