import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { BlockInterval } from '../logs/Coverage.ts'

/** By query, and gone with it. */
const parts = new WeakMap<object, BlockInterval>()

/** Which blocks the next reading of a query is for, when it is not for all of them. */
export const wantedPart = {
  /** Says so, unless a reading is under way: it would not end what it has begun. Returns whether it was said. */
  set(queryClient: QueryClient, queryKey: QueryKey, part: BlockInterval): boolean {
    const query = queryClient.getQueryCache().find({ queryKey, exact: true })
    if (!query || query.state.fetchStatus !== 'idle') return false
    parts.set(query, part)
    return true
  },
  /** Once for each time it was said. */
  take(queryClient: QueryClient, queryKey: QueryKey): BlockInterval | undefined {
    const query = queryClient.getQueryCache().find({ queryKey, exact: true })
    const part = query && parts.get(query)
    if (query) parts.delete(query)
    return part
  },
}
