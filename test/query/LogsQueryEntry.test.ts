import { QueryCache, QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { snapshotFromLogs } from '../../src/logs/snapshot/snapshotFromLogs.ts'
import { logsQueryKey } from '../../src/query/logs.ts'
import { LogsQueryEntry } from '../../src/query/LogsQueryEntry.ts'

class CountingCache extends QueryCache {
  timesListed = 0

  override getAll(): ReturnType<QueryCache['getAll']> {
    this.timesListed++
    return super.getAll()
  }
}

test('finds its query without looking at the others, of which there may be thousands', () => {
  const queryCache = new CountingCache()
  const queryClient = new QueryClient({ queryCache })
  const queryKey = logsQueryKey({ chainId: 1, toBlock: 9n })
  const entry = new LogsQueryEntry(queryClient, queryKey)
  expect(entry.query).toBeUndefined()
  const snapshot = snapshotFromLogs([], { toBlock: '9' })
  expect(entry.publish(snapshot)).toBe(true)
  expect(entry.data).toBe(snapshot)
  expect(entry.isIdle).toBe(true)
  expect(entry.isHydrated).toBe(false)
  expect(queryCache.timesListed).toBe(0)
})
