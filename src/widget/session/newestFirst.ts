import type { LogSearch } from '../../logs/filter/LogSearch.ts'

/** A query as the explorer asks it: the newest logs first, unless it says otherwise. */
export function newestFirst(query: LogSearch): LogSearch {
  return { ...query, order: query.order ?? 'desc' }
}
