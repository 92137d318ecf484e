import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { LogsSnapshot } from '../../src/logs/snapshot/LogsSnapshot.ts'
import { logsQueryOptions } from '../../src/query/logs.ts'
import { fakeConfig } from '../support/renderHooks.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

test('the first rows are published at once, later ones at most a few times a second', async () => {
  const { node, config } = fakeConfig({ blocks: 600, logsPerBlock: 1, latency: 200 })
  node.faults.maxBlockRange = 10
  node.faults.batchLimit = { limit: 1, style: 'object' }
  const client = new QueryClient()
  const seen: { at: number; rows: number }[] = []
  let arrived: number | undefined
  client.getQueryCache().subscribe(({ query }) => {
    const data: unknown = query.state.data
    const rows = data instanceof LogsSnapshot ? data.selections.length : 0
    if (rows > (seen.at(-1)?.rows ?? 0)) seen.push({ at: Date.now(), rows })
  })
  let done = false
  const fetching = client
    .fetchQuery(logsQueryOptions(config, { fromBlock: 0n, toBlock: 599n }))
    .finally(() => {
      done = true
    })
  while (!done) {
    await vi.advanceTimersByTimeAsync(50)
    const answers = node.callsOf('eth_getLogs').filter(({ answer }) => answer && !answer.error)
    if (answers.length > 0) arrived ??= Date.now()
  }
  await fetching
  const [first, ...rest] = seen.slice(0, -1)
  expect(first!.at).toBe(arrived)
  expect(rest.length).toBeGreaterThan(2)
  rest.reduce((before, one) => {
    expect(one.at - before.at).toBeGreaterThanOrEqual(250)
    return one
  }, first!)
})
