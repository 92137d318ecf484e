import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** A query with the newest logs first by default. */
export function newestFirst(query: LogSearch): LogSearch {
  return { ...query, order: query.order ?? 'desc' }
}
