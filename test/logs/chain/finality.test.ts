import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defineNetwork } from '../../../src/logs/archive/defineNetwork.ts'
import { ChainCheck } from '../../../src/logs/cache/ChainCheck.ts'
import { createLogCache } from '../../../src/logs/cache/createLogCache.ts'
import { Finality } from '../../../src/logs/chain/Finality.ts'
import { follow } from '../../../src/logs/follow/follow.ts'
import type { FollowState } from '../../../src/logs/follow/FollowState.ts'
import { readHistory } from '../../../src/logs/scan/readHistory.ts'
import { xone } from '../../../src/rpc/networks/xone.ts'
import { createPool } from '../../../src/rpc/pool/createPool.ts'
import { getPool } from '../../../src/rpc/pool/getPool.ts'
import { unbudgetedPool } from '../../../src/rpc/poolViews.ts'
import type { TestReply } from '../../../src/testing/EndpointFaults.ts'
import { clientOf } from '../../support/clientOf.ts'
import { createFakeNode, type FakeNode, type FakeNodeOptions } from '../../support/fakeNode.ts'
import { readAll } from '../../support/readAll.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

const depth = 20n
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000)
const asked = (node: FakeNode) => node.calls.filter(({ params }) => params[0] === 'finalized')

function setUp(options: FakeNodeOptions = {}) {
  const node = createFakeNode({ blocks: 200, logsPerBlock: 1, ...options })
  const client = clientOf(node, { finality: Number(depth) })
  const pool = getPool(client)
  const finality = Finality.of(pool)
  const refresh = async () => {
    await Promise.all([finality.refresh(pool, undefined), vi.advanceTimersByTimeAsync(60_000)])
  }
  return { node, client, pool, finality, refresh, head: node.chain.head }
}

/** What an endpoint answers about the tag. */
const says = (reply: TestReply) => ({
  respond: ({ params }: { params: readonly unknown[] }) => (params[0] === 'finalized' ? reply : undefined),
})
const block = (number: bigint) => ({ result: { number: `0x${number.toString(16)}` } })

describe('finality', () => {
  test.each([5, 64])('with one endpoint, its tag (%i behind the head) decides', async (finalized) => {
    const { finality, refresh, head } = setUp({ finalized })
    expect(finality.finalBlock(head)).toBe(head - depth)
    await refresh()
    expect(finality.finalBlock(head)).toBe(head - BigInt(finalized))
    expect(finality.finalBlock(head + 7n)).toBe(head - BigInt(finalized))
  })

  test('requests the tag once in ten minutes', async () => {
    const { node, finality, refresh } = setUp({ finalized: 30 })
    for (let minute = 0; minute < 30; minute++) await refresh()
    expect(asked(node).length).toBe(3)
    node.chain.mine(10)
    await minutes(10)
    await Promise.all([refresh(), refresh(), refresh()])
    expect(asked(node).length).toBe(4)
    expect(finality.finalBlock(node.chain.head)).toBe(node.chain.head - 30n)
  })

  test('a tag that was requested before the chain was replaced does not count', async () => {
    const { pool, finality, refresh, head } = setUp({ finalized: 5 })
    const before = finality.refresh(pool, undefined)
    finality.forget()
    await Promise.all([before, vi.advanceTimersByTimeAsync(1_000)])
    expect(finality.tag).toBeUndefined()
    expect(finality.finalBlock(head)).toBe(head - depth)
    expect(finality.isDue).toBe(true)
    await refresh()
    expect(finality.finalBlock(head)).toBe(head - 5n)
  })

  test('unbudgeted scans share the finality of the pool', async () => {
    const { pool, finality } = setUp({ finalized: 30 })
    expect(Finality.of(unbudgetedPool(pool))).toBe(finality)
    const cache = createLogCache()
    await (await ChainCheck.start(pool, cache)).identify(undefined)
    expect((await ChainCheck.start(unbudgetedPool(pool), cache)).isDone).toBe(true)
  })

  test.each([
    ['within it', 0],
    ['over it', 1],
  ])('with the budget of the day spent, a scan %s decides whether the tag is requested', async (_, more) => {
    const node = createFakeNode({ finalized: 30 })
    const network = defineNetwork(xone, { http: node.urls, dailyQuota: 100 })
    const pool = createPool(network, { fetch: node.fetch, storage: null, channel: null })
    const { budget } = pool
    // An unbudgeted scan comes first, and ends.
    Finality.of(unbudgetedPool(pool))
    const finality = Finality.of(pool)
    await Promise.all([pool.request({ method: 'eth_blockNumber' }), minutes(1)])
    budget.spend(budget.getStatus().remaining!)
    const { used } = budget.getStatus()
    await Promise.all([finality.refresh(more ? unbudgetedPool(pool) : pool, undefined), minutes(1)])
    expect(budget.getStatus().used - used).toBe(more)
  })

  test.each([
    ['null', { result: null }],
    ['that it is not found', { error: { code: -39001, message: 'finalized block not found' } }],
    [
      'that it is no number',
      { error: { code: -32602, message: 'invalid argument 0: hex string without 0x prefix' } },
    ],
    ['that there is no such method', { error: { code: -32601, message: 'the method is not available' } }],
  ])(
    'nodes that answer %s: the depth decides, and the tag is not requested for an hour',
    async (_, reply) => {
      const { node, client, finality, refresh, head } = setUp()
      node.faults = says(reply)
      for (let minute = 0; minute < 50; minute++) await refresh()
      expect(asked(node).length).toBe(1)
      expect(finality.finalBlock(head)).toBe(head - depth)
      // This says nothing about other blocks.
      const header = getPool(client).request({ method: 'eth_getBlockByNumber', params: ['0x1', false] })
      await minutes(1)
      expect(await header).toMatchObject({ result: { number: '0x1' } })
      node.faults = says(block(head - 3n))
      await minutes(15)
      await refresh()
      expect(finality.finalBlock(head)).toBe(head - 3n)
    },
  )

  test('a node that does not answer is retried soon, and no scan fails', async () => {
    const { node, finality, refresh, head } = setUp({ finalized: 30 })
    node.faults = { down: 'cors' }
    await refresh()
    expect(finality.finalBlock(head)).toBe(head - depth)
    node.faults = {}
    await minutes(2)
    await refresh()
    expect(finality.finalBlock(head)).toBe(head - 30n)
  })

  test.each([
    ['above the head', 1_000_000n],
    ['at the first block, as before the first epoch', 0n],
  ])('ignores a tag %s', async (_, number) => {
    const { node, finality, refresh, head } = setUp()
    node.faults = says(block(number))
    await refresh()
    expect(finality.finalBlock(head)).toBe(head - depth)
  })

  test('with several endpoints, one cannot make blocks final sooner; two can', async () => {
    const { node, finality, refresh, head } = setUp({ endpoints: 3, finalized: 64 })
    node.endpoints.forEach((endpoint) => (endpoint.faults = says(block(head))))
    await refresh()
    expect(finality.finalBlock(head)).toBe(head - depth)
    // The tag of the liar is remembered, and those of the others do not confirm it.
    for (const endpoint of node.endpoints)
      endpoint.faults = asked(node)[0]!.endpoint === new URL(endpoint.url).host ? endpoint.faults : {}
    await minutes(10)
    await refresh()
    expect(new Set(asked(node).map(({ endpoint }) => endpoint)).size).toBe(2)
    expect(finality.finalBlock(head)).toBe(head - depth)
    node.endpoints.forEach((endpoint) => (endpoint.faults = says(block(head - 2n))))
    for (let round = 0; round < 2; round++) {
      await minutes(10)
      await refresh()
    }
    expect(finality.finalBlock(head)).toBe(head - 2n)
  })

  test('the tag of an endpoint that turns out to serve another network does not count', async () => {
    const { node, pool, finality, refresh, head } = setUp({ endpoints: 2, finalized: 64 })
    const [liar, other] = node.endpoints
    const name = new URL(liar!.url).host
    liar!.faults = says({
      result: { number: `0x${(head - 1n).toString(16)}`, hash: `0x${'1'.repeat(64)}` },
    })
    other!.faults = { down: 'cors' }
    await refresh()
    expect(finality.tag?.number).toBe(head - 1n)
    other!.faults = {}
    liar!.faults = { chainId: 1 }
    pool.verifyAgain(name)
    const call = { method: 'eth_chainId' }
    await Promise.all([pool.request(call, { prefer: name }), minutes(1)])
    expect(pool.getStatus()[0]!.state).toBe('wrong-network')
    expect(finality.tag).toBeUndefined()
    expect(finality.finalBlock(head)).toBe(head - depth)
    await minutes(10)
    await refresh()
    expect(finality.finalBlock(head)).toBe(head - 64n)
  })

  test('with several endpoints, one can hold finality back', async () => {
    const { finality, refresh, head } = setUp({ endpoints: 3, finalized: 90 })
    await refresh()
    expect(finality.finalBlock(head)).toBe(head - 90n)
  })

  test('an aborted scan sends nothing, though finality is due for a refresh', async () => {
    const { node, client, pool } = setUp({ finalized: 30 })
    const cache = createLogCache()
    await Promise.all([readAll(client, {}, { cache }), minutes(1)])
    await minutes(10)
    expect(Finality.of(pool).isDue).toBe(true)
    node.clearCalls()
    const abort = new AbortController()
    const events = readHistory(client, { fromBlock: 0n, toBlock: 199n }, { cache, signal: abort.signal })
    // Held blocks are yielded before any request; the reader stops here.
    await events.next()
    await events.next()
    abort.abort(new Error('enough'))
    await Promise.all([expect(events.next()).rejects.toThrow('enough'), minutes(1)])
    expect(node.calls).toEqual([])
  })

  test('the tag that an aborted scan did not receive is requested by the next one', async () => {
    const { node, pool, finality, head } = setUp({ finalized: 30, latency: 1_000 })
    const abort = new AbortController()
    const given = finality.refresh(pool, abort.signal)
    abort.abort(new Error('enough'))
    await expect(given).rejects.toThrow('enough')
    await minutes(1)
    expect(asked(node)).toEqual([])
    await Promise.all([finality.refresh(pool, undefined), minutes(1)])
    expect(finality.finalBlock(head)).toBe(head - 30n)
  })

  test('an aborted scan does not wait for the tag that another one has requested', async () => {
    const { pool, finality, head } = setUp({ finalized: 30, latency: 1_000 })
    const first = finality.refresh(pool, undefined)
    const abort = new AbortController()
    const second = finality.refresh(pool, abort.signal).catch(String)
    abort.abort('enough')
    expect(await Promise.race([second, vi.advanceTimersByTimeAsync(500)])).toBe('enough')
    await Promise.all([first, minutes(1)])
    expect(finality.finalBlock(head)).toBe(head - 30n)
  })
})

describe('using finality', () => {
  test('a scan caches blocks up to the tag, reads the rest again, and pays one call', async () => {
    const { node, client, head } = setUp({ finalized: 64 })
    const cache = createLogCache()
    const read = async () => {
      const [{ coverage }] = await Promise.all([readAll(client, {}, { cache }), minutes(1)])
      return coverage.verified
    }
    expect(await read()).toEqual([{ from: 0n, to: head }])
    expect(cache.getFinalTop(xone.id)).toBe(head - 64n)
    expect(asked(node).length).toBe(1)
    // Sent together with the head, which waits for nothing else.
    const [tag] = asked(node)
    expect(node.callsOf('eth_blockNumber')[0]).toMatchObject({ endpoint: tag!.endpoint, batch: 1 })
    node.clearCalls()
    expect(await read()).toEqual([{ from: 0n, to: head }])
    expect(asked(node)).toEqual([])
    expect(node.callsOf('eth_getLogs').map(({ params }) => params[0])).toMatchObject([
      { fromBlock: `0x${(head - 63n).toString(16)}` },
    ])
  })

  test('a follower reports the final block, and never lowers it while the chain stands', async () => {
    const { node, client, head } = setUp({ finalized: 30 })
    const abort = new AbortController()
    const states: FollowState[] = []
    const followed = (async () => {
      for await (const event of follow(client, { fromBlock: head }, { signal: abort.signal }))
        if (event.type === 'status') states.push(event.state)
    })()
    for (let round = 0; round < 8; round++) {
      node.chain.mine(40)
      // From here on, the node no longer reports it.
      if (round === 4) node.faults = says({ result: null })
      await minutes(3)
    }
    abort.abort()
    await followed.catch(() => {})
    const told = states.flatMap(({ finalized }) => finalized ?? [])
    expect(told).toEqual(told.toSorted((a, b) => Number(a - b)))
    expect(told.at(0)).toBe(head + 40n - 30n)
    expect(asked(node).length).toBeLessThanOrEqual(3)
  })
})
