import { hashKey } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { LiveQuery } from './LiveQuery.ts'
import type { LiveQueryOptions } from './LiveQuery.ts'

const liveQueries = new WeakMap<QueryClient, Map<string, LiveQuery>>()

/** What keeps a query's result up to date: one for all who show it, so that ten of them cost one. */
export function liveQueryOf(options: Omit<LiveQueryOptions, 'onEnd'>): LiveQuery {
  const { queryClient, queryKey } = options
  const hash = hashKey(queryKey)
  let all = liveQueries.get(queryClient)
  if (!all) liveQueries.set(queryClient, (all = new Map()))
  const shared = all
  let live = shared.get(hash)
  if (!live) {
    const made = new LiveQuery({
      ...options,
      onEnd: () => {
        if (shared.get(hash) === made) shared.delete(hash)
      },
    })
    shared.set(hash, (live = made))
  }
  return live
}
