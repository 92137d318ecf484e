import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { logsQueryOptions } from '../../src/query/logs.ts'
import { logsObserverOf } from '../../src/query/logsObserverOf.ts'
import { fakeConfig } from '../support/renderHooks.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

test('each log that is left out counts once, however often a part is published while it is read', async () => {
  const { node, config } = fakeConfig({ blocks: 300, logsPerBlock: 3, latency: 400 })
  const [address, other] = node.chain.contracts
  node.faults.maxBlockRange = 10
  node.faults.batchLimit = { limit: 1, style: 'object' }
  // As many logs that were not asked for as logs.
  node.faults.tamper = (logs) =>
    logs.flatMap((log) => [log, { ...log, address: other, logIndex: `0xf${log.logIndex.slice(2)}` }])
  let isRefusing = true
  node.faults.refuseCall = (method, [filter]) =>
    isRefusing && method === 'eth_getLogs' && Number((filter as { toBlock: string }).toBlock) >= 40
      ? { code: -32000, message: 'missing trie node' }
      : undefined
  const client = new QueryClient()
  const range = { from: 0n, to: 279n }
  const options = logsQueryOptions(config, { address: address!, fromBlock: range.from, toBlock: range.to })
  const finishFetching = async () => {
    do await vi.advanceTimersByTimeAsync(100)
    while (client.isFetching() > 0)
  }
  void client.fetchQuery(options)
  await finishFetching()
  const observer = logsObserverOf(client, options.queryKey)
  expect(observer.getSnapshot().snapshot!.coverage.failed).not.toEqual([])

  isRefusing = false
  let published = 0
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') published++
  })
  observer.retryRange(range)
  await finishFetching()
  expect(published).toBeGreaterThan(3)
  const { coverage, count, rejected } = observer.getSnapshot().snapshot!
  expect(coverage).toMatchObject({ verified: [range], failed: [] })
  expect(rejected).toBe(count)
})
