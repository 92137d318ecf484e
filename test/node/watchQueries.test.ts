import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { watchQueries, type WatchedChange } from '../../src/query/watchQueries.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { soon } from '../support/soon.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

test('ten watched queries read a real node as often as two', async () => {
  const topic = (index: number) => `0x${String(index).repeat(64)}` as const
  const { address } = chain.contract('harbour')
  const ten: LogSearch[] = [
    { address },
    { topics: [null, topic(1)] },
    ...[2, 3, 4, 5].map((index) => ({ address, topics: [topic(index)] })),
    ...[2, 3, 4, 5].map((index) => ({ topics: [topic(index), null, topic(1)] })),
  ]
  async function countReads(queries: readonly LogSearch[]) {
    let reads = 0
    const config = createLogsConfig({
      networks: [chain.network('webSocket')],
      onRequest: ({ method }) => {
        if (method === 'eth_getLogs') reads++
      },
    })
    const stop = new AbortController()
    const changes: WatchedChange[] = []
    let status: string | undefined
    const { signal } = stop
    const watching = watchQueries(config, {
      ...{ chainId: chain.chainId, queries, signal },
      onChange: (change) => changes.push(change),
      onStatus: (state) => (status = state.status),
    })
    watching.catch(() => {})
    await vi.waitFor(() => expect(status).toBe('live'), soon)
    await chain.emit('harbour', 'pay', { seed: 1, count: 3 })
    const head = await chain.head()
    await vi.waitFor(() => expect(changes.at(-1)?.head).toBe(head), soon)
    stop.abort()
    expect(changes.flatMap(({ matches }) => matches[0]!).length).toBeGreaterThan(0)
    return reads
  }
  const two = await countReads(ten.slice(0, 2))
  expect(two).toBeGreaterThan(0)
  expect(await countReads(ten)).toBe(two)
})
