import { expect, onTestFinished, test, vi } from 'vitest'
import type { LogQuery } from '../../../src/logs/filter/LogQuery.ts'
import { logId } from '../../../src/logs/order.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'

/** Two endpoints. The first one, which gets the first call, has stopped following the chain. */
function setUp() {
  const node = createFakeNode({ blocks: 2_000, logsPerBlock: 1, endpoints: 2 })
  node.endpoints[0]!.faults = { lag: 500 }
  return { node, client: clientOf(node, { finality: 20 }) }
}

test.each<[string, LogQuery, bigint]>([
  ['oldest first', { fromBlock: 1_000n }, 1_000n],
  ['newest first', { fromBlock: 1_000n, order: 'desc' }, 1_000n],
  ['of the newest blocks', { fromBlock: 'latest-99' }, 1_900n],
  ['up to a block', { fromBlock: 1_900n, toBlock: 1_999n }, 1_900n],
])('an endpoint that is far behind hides no block: %s', async (_, query, from) => {
  const { node, client } = setUp()
  const { logs, coverage } = await readAll(client, query)
  const truth = node.chain.logs({}, from).map(logId)
  expect(logs.map(logId)).toEqual(query.order === 'desc' ? truth.toReversed() : truth)
  expect(coverage).toMatchObject({ verified: [{ from, to: 1_999n }], pending: [], failed: [] })
})

test('an endpoint that claims blocks it cannot show changes nothing', async () => {
  const { node, client } = setUp()
  node.endpoints[0]!.faults = {}
  node.endpoints[1]!.faults = {
    respond: ({ method }) => (method === 'eth_blockNumber' ? { result: '0xffffff' } : undefined),
  }
  const { logs, coverage } = await readAll(client, { fromBlock: 1_900n })
  expect(logs.map(logId)).toEqual(node.chain.logs({}, 1_900n).map(logId))
  expect(coverage.verified).toEqual([{ from: 1_900n, to: 1_999n }])
})

test('a range that ends with a tag is that of the endpoint that resolved it', async () => {
  const { node, client } = setUp()
  const { logs } = await readAll(client, { fromBlock: 'latest-99', toBlock: 'finalized' })
  expect(logs.map(logId)).toEqual(node.chain.logs({}, 1_400n, 1_479n).map(logId))
})

test('an endpoint that does not answer is waited for once a minute', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
  const { node, client } = setUp()
  node.endpoints[0]!.faults = {}
  node.endpoints[1]!.faults = { down: 'hang' }
  const begun = Date.now()
  const reading = readAll(client, { fromBlock: 1_900n })
  await vi.advanceTimersByTimeAsync(1_000)
  await reading
  const first = Date.now() - begun
  expect(first).toBeGreaterThanOrEqual(1_000)
  node.clearCalls()
  await readAll(client, { fromBlock: 1_900n })
  expect(node.calls.filter(({ endpoint }) => endpoint === 'node-2.test')).toEqual([])
})

test('a scan that is aborted while heads are compared yields nothing more', async () => {
  const { node, client } = setUp()
  const controller = new AbortController()
  node.endpoints[1]!.faults = {
    respond: () => {
      controller.abort()
      return undefined
    },
  }
  const reading = readAll(client, { fromBlock: 1_900n }, { signal: controller.signal })
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' })
})

test('a WebSocket beside the only HTTP endpoint is not asked', async () => {
  const node = createFakeNode({ blocks: 2_000, logsPerBlock: 1 })
  const [url] = node.urls
  const client = clientOf(
    node,
    { finality: 20, webSocket: url!.replace('http', 'ws') },
    { WebSocket: node.WebSocket },
  )
  await readAll(client, { fromBlock: 1_900n })
  expect(node.sockets).toEqual([])
  expect(node.callsOf('eth_blockNumber')).toHaveLength(1)
})

test('endpoints that keep up are compared once a minute', async () => {
  const { node, client } = setUp()
  node.endpoints[0]!.faults = {}
  for (let scans = 0; scans < 5; scans++) await readAll(client, { fromBlock: 1_900n })
  expect(node.callsOf('eth_blockNumber')).toHaveLength(6)
})
