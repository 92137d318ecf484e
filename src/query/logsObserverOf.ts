import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { ArchivedResults } from './ArchiveWatch.ts'
import type { LogsSource, LogsTarget } from './LogsConfig.ts'
import { LogsObserver } from './LogsObserver.ts'
import { hashOf } from './LogsQueryEntry.ts'

interface ClientEntry {
  /** By query hash. They are removed with the client, or when the query leaves the cache. */
  readonly observers: Map<string, LogsObserver>
  readonly archived: ArchivedResults
}

const registry = new WeakMap<QueryClient, ClientEntry>()

/** The observer of a query, created on first use. */
export function logsObserverOf(
  queryClient: QueryClient,
  queryKey: QueryKey,
  source?: LogsSource | LogsTarget,
): LogsObserver {
  const { observers, archived } = entryOf(queryClient)
  const hash = hashOf(queryClient, queryKey)
  const known = observers.get(hash)
  if (known) return known
  const observer = new LogsObserver(queryClient, queryKey, {
    source,
    onRead: (read) => archived.networkRead(read),
    onUnused: () => observers.delete(hash),
  })
  observers.set(hash, observer)
  return observer
}

/** The observer of a query, if it is in use. */
export function findLogsObserver(queryClient: QueryClient, queryKey: QueryKey): LogsObserver | undefined {
  return registry.get(queryClient)?.observers.get(hashOf(queryClient, queryKey))
}

function entryOf(queryClient: QueryClient): ClientEntry {
  const known = registry.get(queryClient)
  if (known) return known
  const observers = new Map<string, LogsObserver>()
  const archived = new ArchivedResults(queryClient, (queryKey, source) => {
    logsObserverOf(queryClient, queryKey, source)
  })
  const entry = { observers, archived }
  registry.set(queryClient, entry)
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    if (type === 'added' || type === 'updated') archived.queryChanged(query)
    // A query without data may be added while React renders.
    const hasData = query.state.data !== undefined
    if (type === 'updated' || type === 'removed' || (type === 'added' && hasData))
      observers.get(query.queryHash)?.queryChanged()
  })
  return entry
}
