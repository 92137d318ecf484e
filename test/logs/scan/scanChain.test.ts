import { createClient } from 'viem'
import { describe, expect, test } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import { createPackedLogList } from '../../../src/logs/list/createPackedLogList.ts'
import { logId } from '../../../src/logs/order.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import type { ScanEvent } from '../../../src/logs/scan/ScanEvent.ts'
import { applyScanEvent } from '../../../src/logs/snapshot/applyScanEvent.ts'
import { LogsSnapshot } from '../../../src/logs/snapshot/LogsSnapshot.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { nodePool } from '../../../src/rpc/pool/nodePool.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'
import { memoryStorage } from '../cache/cacheMemoryStorage.ts'

const finality = 20

function makeNode(options: FakeNodeOptions = {}) {
  return createFakeNode({ blocks: 1_000, logsPerBlock: 3, plainReplies: true, ...options })
}

/** A page: its own client and cache, over a storage that outlives it. */
function openPage(node: FakeNode, storage?: ReturnType<typeof memoryStorage>) {
  return {
    client: clientOf(node, { finality }),
    cache: createLogCache(storage && { storage }),
  }
}

/** A page that has read a query, and was closed. */
async function visit(node: FakeNode, storage: ReturnType<typeof memoryStorage>, query = {}) {
  const { client, cache } = openPage(node, storage)
  await readAll(client, query, { cache })
  await cache.close()
  node.clearCalls()
}

/** A page opened on what an earlier one has stored, after the chain has changed. */
async function reopen(query: object, change = (_chain: FakeNode['chain']) => {}) {
  const node = makeNode()
  const storage = memoryStorage()
  await visit(node, storage, query)
  change(node.chain)
  return { node, storage, ...openPage(node, storage) }
}

const truth = (node: FakeNode, from = 0n, to = node.chain.head) => node.chain.logs({}, from, to).map(logId)
/** Calls other than the chain id request, which each endpoint gets once. */
const sent = (node: FakeNode) => node.calls.map(({ method }) => method).filter((one) => one !== 'eth_chainId')

describe('a page opened again', () => {
  test('yields cached blocks of a fixed range before any request, and sends one cheap call', async () => {
    const { node, client, cache } = await reopen({ toBlock: 900n })
    const shown: string[] = []
    for await (const event of readHistory(client, { toBlock: 900n }, { cache })) {
      if (event.type !== 'logs') continue
      shown.push(...event.logs.map(logId))
      expect(node.calls).toEqual([])
    }
    expect(shown).toEqual(truth(node, 0n, 900n))
    expect(sent(node)).toEqual(['eth_getBlockByNumber'])
    node.clearCalls()
    const again = await readAll(client, { fromBlock: 30n, toBlock: 700n, order: 'desc' }, { cache })
    expect(again.logs.length).toBe(3 * 671)
    expect(node.calls).toEqual([])
  })

  test('shows cached blocks of a range that ends at the head first, and reads the rest', async () => {
    const { node, client, cache } = await reopen({}, (chain) => chain.mine(30))
    let early = 0
    for await (const event of readHistory(client, {}, { cache }))
      if (event.type === 'logs' && node.calls.length === 0) early += event.logs.length
    expect(early).toBe(3 * (1_000 - finality))
    // The head, the chain identity, the final block, and the rest.
    const reads = ['eth_blockNumber', 'eth_getBlockByNumber', 'eth_getBlockByNumber', 'eth_getLogs']
    expect(sent(node).toSorted()).toEqual(reads)
    const { logs, coverage } = await readAll(client, {}, { cache })
    expect(logs.map(logId)).toEqual(truth(node))
    expect(coverage.verified).toEqual([{ from: 0n, to: node.chain.head }])
  })

  test.each([undefined, 100, 5_000])(
    'newest first up to the head, at most %s logs: shows cached logs first, and again after newer ones',
    async (limit) => {
      const { node, client, cache } = await reopen({}, (chain) => chain.mine(30))
      const early: string[] = []
      const query = { order: 'desc', limit } as const
      const seen: ScanEvent[] = []
      let snapshot = LogsSnapshot.empty
      for await (const event of readHistory(client, query, { cache })) {
        seen.push(event)
        snapshot = applyScanEvent(snapshot, event)
        if (event.type === 'logs' && node.calls.length === 0) early.push(...event.logs.map(logId))
      }
      const held = truth(node, 0n, 999n - BigInt(finality)).toReversed()
      expect(early).toEqual(held.slice(0, limit))
      expect(seen.filter(({ type }) => type === 'reset')).toEqual([{ type: 'reset', reason: 'head' }])
      const logs = createPackedLogList({ segments: snapshot.selections, order: 'desc' })
      expect(logs.map(logId)).toEqual(truth(node).toReversed().slice(0, limit))
      // No final block is requested twice.
      for (const { params } of node.callsOf('eth_getLogs')) {
        const [{ fromBlock }] = params as [{ fromBlock: string }]
        expect(Number(fromBlock)).toBeGreaterThan(999 - finality)
      }
      // The chain is known now: cached logs wait for the head, and no reset is needed.
      const again = await readAll(client, query, { cache })
      expect(again.events.filter(({ type }) => type === 'reset')).toEqual([])
      expect(again.logs.map(logId)).toEqual(truth(node).toReversed().slice(0, limit))
    },
  )

  test.each(['planned', 'logs', 'reset'] as const)(
    'yields nothing after an abort at a %s event',
    async (at) => {
      const { client, cache } = await reopen({}, (chain) => chain.mine(30))
      const abort = new AbortController()
      const seen: string[] = []
      const run = (async () => {
        for await (const { type } of readHistory(
          client,
          { order: 'desc' },
          { cache, signal: abort.signal },
        )) {
          seen.push(type)
          if (type === at) abort.abort()
        }
      })()
      await expect(run).rejects.toThrow(/abort/i)
      expect(seen.indexOf(at)).toBe(seen.length - 1)
    },
  )

  test('sends no extra requests where nothing is cached, and no more messages', async () => {
    const bare = makeNode()
    const plain = openPage(bare)
    await readAll(plain.client, { toBlock: 900n }, { cache: plain.cache })
    const blocks = (of: FakeNode) => of.callsOf('eth_getBlockByNumber').map(({ params }) => params[0])
    expect(blocks(bare)).toEqual(['finalized'])
    const node = makeNode()
    const { client, cache } = openPage(node, memoryStorage())
    await readAll(client, { toBlock: 900n }, { cache })
    // The first block, for the next visit: in one message with the head.
    expect(new Set(node.calls.map(({ message }) => message)).size).toBe(
      new Set(bare.calls.map(({ message }) => message)).size,
    )
    expect(blocks(node).map(String).toSorted()).toEqual(['0x0', 'finalized'])
  })
})

describe('a chain that started over with the same id', () => {
  test.each([
    ['a fixed range', { toBlock: 900n }],
    ['a range that ends at the head', {}],
    ['newest first', { toBlock: 900n, order: 'desc' }],
    ['with a limit', { toBlock: 900n, limit: 100 }],
  ] as const)('is detected by a reopened page: %s', async (_, query) => {
    const { node, storage, client, cache } = await reopen(query, (chain) => chain.reorg(1_000))
    const { events, logs } = await readAll(client, query, { cache })
    const ids = truth(node, 0n, 'toBlock' in query ? query.toBlock : node.chain.head)
    const expected = 'order' in query ? ids.toReversed() : ids
    expect(logs.map(logId)).toEqual('limit' in query ? expected.slice(0, query.limit) : expected)
    expect(events.filter(({ type }) => type === 'reset')).toEqual([{ type: 'reset', reason: 'chain' }])
    // The page after that uses the new one.
    await cache.close()
    node.clearCalls()
    const next = openPage(node, storage)
    const again = await readAll(next.client, query, { cache: next.cache })
    expect(again.logs.map(logId)).toEqual(logs.map(logId))
    expect(again.events.some(({ type }) => type === 'reset')).toBe(false)
  })

  test('is detected though another scan detected it first and already uses the new one', async () => {
    const { node, client, cache } = await reopen({ toBlock: 900n }, (chain) => chain.reorg(1_000))
    let snapshot = LogsSnapshot.empty
    let early = 0
    for await (const event of readHistory(client, { toBlock: 900n }, { cache })) {
      snapshot = applyScanEvent(snapshot, event)
      if (event.type !== 'logs' || early++ > 0) continue
      // Cached logs were shown here, and no check was sent yet.
      expect(node.calls).toEqual([])
      await readAll(client, { fromBlock: 100n, toBlock: 200n }, { cache })
    }
    const logs = createPackedLogList({ segments: snapshot.selections, order: snapshot.order }).toArray()
    expect(logs.map(logId)).toEqual(truth(node, 0n, 900n))
  })

  test('is detected though no log was ever found', async () => {
    const node = makeNode({ logsPerBlock: 0 })
    const storage = memoryStorage()
    await visit(node, storage, { toBlock: 900n })
    const same = openPage(node, storage)
    await readAll(same.client, { toBlock: 900n }, { cache: same.cache })
    expect(sent(node)).toEqual(['eth_getBlockByNumber'])
    await same.cache.close()
    node.chain.reorg(1_000)
    node.clearCalls()
    const { client, cache } = openPage(node, storage)
    const { coverage } = await readAll(client, { toBlock: 900n }, { cache })
    expect(coverage.verified).toEqual([{ from: 0n, to: 900n }])
    expect(node.callsOf('eth_getLogs').length).toBeGreaterThan(0)
  })

  test('is detected though its first block is the same', async () => {
    const { node, client, cache } = await reopen({ toBlock: 900n }, (chain) => chain.reorg(999))
    const { logs } = await readAll(client, { toBlock: 900n }, { cache })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 900n))
  })

  test.each([undefined, memoryStorage])(
    'is detected while the page is open, with storage %s',
    async (make) => {
      const node = makeNode()
      const storage = make?.()
      const { client, cache } = openPage(node, storage)
      await readAll(client, {}, { cache })
      node.chain.reorg(1_000, { blocks: 50 })
      const { logs, coverage } = await readAll(client, {}, { cache })
      expect(logs.map(logId)).toEqual(truth(node))
      expect(coverage.verified).toEqual([{ from: 0n, to: 49n }])
      node.chain.mine(1_500)
      const later = await readAll(client, {}, { cache })
      expect(later.logs.map(logId)).toEqual(truth(node))
    },
  )

  test.each([undefined, memoryStorage])(
    'is detected while the page is open though its first block is the same, with storage %s',
    async (make) => {
      const node = makeNode()
      const { client, cache } = openPage(node, make?.())
      await readAll(client, {}, { cache })
      await cache.flush()
      node.chain.reorg(999, { blocks: 500 })
      const { logs } = await readAll(client, {}, { cache })
      expect(logs.map(logId)).toEqual(truth(node))
    },
  )

  test('is detected at a refresh though only block 0 is the same, and no cached block is that low', async () => {
    const query = { fromBlock: 600n, toBlock: 900n }
    const node = makeNode()
    const { client, cache } = openPage(node, memoryStorage())
    await readAll(client, query, { cache })
    node.chain.reorg(999, { blocks: 100 })
    const { logs, coverage } = await readAll(client, query, { cache, isRefresh: true })
    expect(logs).toEqual([])
    expect(coverage.verified).toEqual([])
  })

  test('is detected before stored blocks take the place of earlier results', async () => {
    const { node, client, cache } = await reopen({ toBlock: 900n }, (chain) => chain.reorg(1_000))
    const shown: string[] = []
    for await (const event of readHistory(client, { toBlock: 900n }, { cache, isRefresh: true }))
      if (event.type === 'logs') shown.push(...event.logs.map(logId))
    expect(shown).toEqual(truth(node, 0n, 900n))
  })

  test('is detected for another cache of the page, too', async () => {
    const query = { toBlock: 900n }
    const node = makeNode()
    const { client, cache } = openPage(node)
    const other = createLogCache()
    for (const each of [cache, other]) await readAll(client, query, { cache: each })
    node.chain.reorg(1_000)
    await readAll(client, query, { cache, isRefresh: true })
    const { logs } = await readAll(client, query, { cache: other })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 900n))
  })

  test('is detected by each of several refreshes at once', async () => {
    // The second refresh compares the head when the first has cleared the cache.
    const latencies: number[] = []
    const queries = [{ toBlock: 900n }, { toBlock: 300n }]
    const node = makeNode({ latency: () => latencies.shift() ?? 0 })
    const { client, cache } = openPage(node)
    await readAll(client, { toBlock: 900n }, { cache })
    node.chain.reorg(1_000, { blocks: 50 })
    latencies.push(0, 40)
    const refresh = (query: object) => readAll(client, query, { cache, isRefresh: true })
    const read = await Promise.all(queries.map(refresh))
    expect(read.map(({ logs }) => logs.map(logId))).toEqual([truth(node), truth(node)])
  })

  test('resets earlier results at a refresh if no node can tell whether it is the same', async () => {
    const { node, client, cache } = await reopen({ toBlock: 900n }, (chain) =>
      chain.reorg(999, { blocks: 100 }),
    )
    const { events, logs } = await readAll(client, { toBlock: 900n }, { cache, isRefresh: true })
    expect(events[0]).toEqual({ type: 'reset', reason: 'chain' })
    expect(logs.map(logId)).toEqual(truth(node))
  })

  test('is not confused with an endpoint that lags far behind', async () => {
    const node = makeNode({ endpoints: 2 })
    const { client, cache } = openPage(node)
    await readAll(client, { toBlock: 900n }, { cache })
    for (const endpoint of node.endpoints) endpoint.faults.lag = 500
    node.clearCalls()
    const { logs } = await readAll(client, { toBlock: 450n }, { cache })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 450n))
    await readAll(client, {}, { cache })
    for (const endpoint of node.endpoints) endpoint.faults.lag = undefined
    node.clearCalls()
    const whole = await readAll(client, { toBlock: 900n }, { cache })
    expect(whole.logs.map(logId)).toEqual(truth(node, 0n, 900n))
    expect(node.callsOf('eth_getLogs')).toEqual([])
  })
})

describe('when no node can confirm that it is the same chain', () => {
  const query = { toBlock: 900n }

  test('because it lacks the method: cached logs are yielded, reset, and read again', async () => {
    const node = makeNode()
    const storage = memoryStorage()
    await visit(node, storage, query)
    node.faults.refuse = { eth_getBlockByNumber: { code: -32601, message: 'the method does not exist' } }
    node.chain.reorg(1_000)
    const { client, cache } = openPage(node, storage)
    const { logs } = await readAll(client, query, { cache })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 900n))
  })

  test('because none can be reached: cached logs are yielded, and the scan fails', async () => {
    const node = makeNode()
    const storage = memoryStorage()
    await visit(node, storage, query)
    node.faults.respond = () => new Response('no', { status: 401 })
    const { client, cache } = openPage(node, storage)
    let told = 0
    const read = async () => {
      for await (const event of readHistory(client, query, { cache }))
        if (event.type === 'logs') told += event.logs.length
    }
    await expect(read()).rejects.toMatchObject({ name: 'NodeError' })
    expect(told).toBe(2_703)
    // The cache has not been cleared for that.
    node.faults.respond = undefined
    node.clearCalls()
    const next = openPage(node, storage)
    await readAll(next.client, query, { cache: next.cache })
    expect(sent(node)).toEqual(['eth_getBlockByNumber'])
  })

  test('because the only endpoint serves another network now: the scan fails at once', async () => {
    const node = makeNode()
    // The socket carries no requests.
    const endpoints = { http: node.urls, webSocket: 'wss://push.test' }
    const network = defineNetwork(xone, { ...endpoints, dailyQuota: 1_000_000, finality })
    const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
    const client = createClient({ chain: network, transport })
    const cache = createLogCache()
    await readAll(client, query, { cache })
    node.chain.reorg(1_000)
    node.faults.chainId = 1
    const types: string[] = []
    const refresh = async () => {
      for await (const { type } of readHistory(client, query, { cache, isRefresh: true })) types.push(type)
    }
    await expect(refresh()).rejects.toMatchObject({ kind: 'wrong-network' })
    expect(types).toContain('logs')
    expect(types).not.toContain('reset')
    client.transport.pool.close()
  })

  test('as the stored reference blocks are gone: the cache is cleared', async () => {
    const node = makeNode()
    const storage = memoryStorage()
    await visit(node, storage, query)
    storage.anchors.clear()
    node.chain.reorg(1_000)
    const { client, cache } = openPage(node, storage)
    const { logs } = await readAll(client, query, { cache })
    expect(logs.map(logId)).toEqual(truth(node, 0n, 900n))
  })

  test('an abort meanwhile ends the scan', async () => {
    const node = makeNode()
    const storage = memoryStorage()
    await visit(node, storage, query)
    node.faults.down = 'hang'
    const { client, cache } = openPage(node, storage)
    const abort = new AbortController()
    const read = async () => {
      for await (const event of readHistory(client, query, { cache, signal: abort.signal }))
        if (event.type === 'logs') abort.abort(new Error('enough'))
    }
    await expect(read()).rejects.toThrow('enough')
    expect(node.callsOf('eth_getBlockByNumber')).toEqual([])
  })
})
