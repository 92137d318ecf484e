import fc from 'fast-check'
import { createClient } from 'viem'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { InvalidQueryError } from '../../../../src/errors/InvalidQueryError.ts'
import { defineNetwork } from '../../../../src/logs/archive/defineNetwork.ts'
import { createLogCache } from '../../../../src/logs/cache/createLogCache.ts'
import type { LogQuery } from '../../../../src/logs/filter/LogQuery.ts'
import { estimateScan } from '../../../../src/logs/scan/estimate/estimateScan.ts'
import { xone } from '../../../../src/rpc/networks/xone.ts'
import { getPool } from '../../../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../../../src/rpc/pool/nodePool.ts'
import { clientOf } from '../../../support/clientOf.ts'
import { createFakeNode, type FakeNodeOptions } from '../../../support/fakeNode.ts'
import { readAll } from '../../../support/readAll.ts'
import { settle } from '../../../support/settle.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

function setUp(options: FakeNodeOptions & { dailyQuota?: number } = {}) {
  const { dailyQuota = 10_000, ...rest } = options
  const node = createFakeNode({ blocks: 1_000, logsPerBlock: 1, ...rest })
  const client = clientOf(node, { dailyQuota, finality: 20 })
  const cache = createLogCache()
  const read = (query: LogQuery) => settle(readAll(client, query, { cache }))
  const estimate = (query: LogQuery) => settle(estimateScan(client, query, { cache }))
  return { node, client, cache, read, estimate }
}

describe('requests', () => {
  test('sends nothing for a fixed range', async () => {
    const { node, estimate } = setUp()
    await estimate({ fromBlock: 10n, toBlock: 500n })
    expect(node.calls).toEqual([])
  })

  test('sends one eth_blockNumber for a moving range, and none once a head is known', async () => {
    const { node, estimate } = setUp({ endpoints: 3 })
    const first = await estimate({ fromBlock: 10n, toBlock: 'safe' })
    expect(node.calls.map(({ method }) => method)).toEqual(['eth_chainId', 'eth_blockNumber'])
    expect(first.blocks).toBe(node.chain.head - 20n - 9n)
    await estimate({ fromBlock: 10n })
    expect(node.callsOf('eth_blockNumber')).toHaveLength(1)
    expect(node.callsOf('eth_getLogs')).toEqual([])
  })

  test('is a range also while no endpoint serves the network', async () => {
    const { read, estimate } = setUp({ chainId: 99 })
    const query = { fromBlock: 10n, toBlock: 15n }
    await expect(read(query)).rejects.toThrow('does not serve')
    const { requests } = await estimate(query)
    expect(requests.low).toBeGreaterThan(0)
    expect(requests.high).toBeGreaterThanOrEqual(requests.low)
  })

  test('the calls that resolve a block hash are part of the price', async () => {
    const { node, read, estimate } = setUp()
    await read({ fromBlock: 0n, toBlock: 799n })
    const query = { fromBlock: 100n, toBlock: node.chain.block(700)!.hash }
    const { requests } = await estimate(query)
    node.clearCalls()
    await read(query)
    expect(node.calls).toHaveLength(2)
    expect(requests).toEqual({ low: 2, high: 2 })
  })

  test('sends nothing for an invalid query', async () => {
    const { node, estimate } = setUp()
    await expect(estimate({ fromBlock: 9n, toBlock: 1n })).rejects.toBeInstanceOf(InvalidQueryError)
    expect(node.calls).toEqual([])
  })

  test('sends nothing after an abort', async () => {
    const { node, client } = setUp()
    const signal = AbortSignal.abort(new Error('Given up.'))
    await expect(estimateScan(client, {}, { signal })).rejects.toThrow('Given up.')
    expect(node.calls).toEqual([])
  })
})

describe('inputs', () => {
  test('a block by its hash is two calls and the check of the network', async () => {
    const { node, estimate, read } = setUp()
    const { blockHash } = node.chain.logs({}, 5n, 9n)[0]!
    const { requests, blocks } = await estimate({ blockHash })
    expect(blocks).toBe(1n)
    await read({ blockHash })
    expect(requests.low).toBeLessThanOrEqual(node.calls.length)
    expect(requests.high).toBeGreaterThanOrEqual(node.calls.length)
  })

  test('cached blocks cost nothing, also those of a wider filter', async () => {
    const { node, estimate, read } = setUp()
    await read({ fromBlock: 0n, toBlock: 799n })
    const held = await estimate({ fromBlock: 100n, toBlock: 700n })
    expect(held).toMatchObject({ blocks: 601n, missingBlocks: 0n, requests: { low: 0, high: 0 } })
    const address = node.chain.contracts[0]!
    const narrower = await estimate({ address, fromBlock: 100n, toBlock: 899n })
    expect(narrower).toMatchObject({ blocks: 800n, missingBlocks: 100n, density: 'seen' })
    const counted = node.chain.logs({ address }, 100n, 799n).length / 700
    expect(narrower.basis.logsPerBlock).toBeCloseTo(counted)
  })

  test('logs counted elsewhere predict how many to expect', async () => {
    const { estimate, read } = setUp()
    expect(await estimate({ fromBlock: 500n, toBlock: 900n })).toMatchObject({ density: 'unknown' })
    await read({ fromBlock: 0n, toBlock: 400n })
    const { density, basis } = await estimate({ fromBlock: 500n, toBlock: 900n })
    expect(density).toBe('seen')
    expect(basis.logsPerBlock).toBeGreaterThan(0.5)
  })

  test('a node that allows 5 blocks a call makes a plan that exceeds the quota, and nothing is sent', async () => {
    const { node, estimate, read } = setUp({ blocks: 60_000, logsPerBlock: 0, dailyQuota: 10_000 })
    node.faults.maxBlockRange = 5
    await read({ fromBlock: 0n, toBlock: 19n })
    const sent = node.calls.length
    const plan = await estimate({ fromBlock: 0n, toBlock: 59_999n })
    expect(plan.basis).toMatchObject({ blockRange: 5, remaining: 10_000 - sent })
    expect(plan.requests.low).toBeGreaterThan(11_000)
    expect(plan.share?.low).toBeGreaterThan(1.1)
    expect(plan.exceedsBudget).toBe(true)
    expect(node.calls).toHaveLength(sent)
    expect(await estimate({ fromBlock: 0n, toBlock: 5_000n })).toMatchObject({ exceedsBudget: false })
  })

  test('the rest of the daily quota and an override decide whether it exceeds the budget', async () => {
    const { client, estimate } = setUp({ dailyQuota: 30 })
    const query = { fromBlock: 0n, toBlock: 900n }
    expect((await estimate(query)).exceedsBudget).toBe(false)
    const { budget } = getPool(client)
    budget.spend(28)
    expect((await estimate(query)).exceedsBudget).toBe(true)
    budget.ignore()
    expect((await estimate(query)).exceedsBudget).toBe(false)
  })

  test('without a quota there is no share', async () => {
    const { node } = setUp()
    const network = defineNetwork(xone, { http: node.urls })
    const transport = nodePool({ ...network, dailyQuota: undefined }, { fetch: node.fetch, storage: null })
    const client = createClient({ chain: network, transport })
    expect(await settle(estimateScan(client, { toBlock: 9n }))).toMatchObject({
      share: undefined,
      exceedsBudget: false,
    })
  })

  test('a learned rate and a slow endpoint increase the duration', async () => {
    const { node, estimate, read } = setUp({ blocks: 50_000, logsPerBlock: 0, latency: 2_000 })
    node.faults.maxBlockRange = 100
    await read({ fromBlock: 0n, toBlock: 999n })
    const { seconds, requests, basis } = await estimate({ fromBlock: 0n, toBlock: 49_999n })
    expect(basis.latency).toBeGreaterThan(1_500)
    expect(seconds.low).toBeGreaterThan(requests.low / 2 / 4)
  })
})

describe('accuracy', () => {
  const chains = fc.record({
    seed: fc.integer({ min: 1, max: 1_000_000 }),
    endpoints: fc.integer({ min: 1, max: 4 }),
    logsPerBlock: fc.constantFrom(0, 0.05, 0.5, 2),
    maxBlockRange: fc.constantFrom(undefined, 40, 150, 700, 2_000),
    maxResults: fc.constantFrom(undefined, 300, 2_000),
    from: fc.bigInt({ min: 0n, max: 3_000n }),
    length: fc.bigInt({ min: 1n, max: 6_000n }),
    learned: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 500 }), { nil: undefined }),
    order: fc.constantFrom('asc' as const, 'desc' as const),
  })

  test('the requests of the following scan lie within the bounds, plus or minus a quarter and three', async () => {
    await fc.assert(
      fc.asyncProperty(chains, async ({ maxBlockRange, maxResults, from, length, learned, ...rest }) => {
        const { limit, order, ...chain } = rest
        // Limits that no endpoint has shown yet are unknown.
        const faults = learned ? { maxBlockRange, maxResults } : {}
        const { node, estimate, read } = setUp({ blocks: 9_000, ...chain, faults })
        if (learned) await read({ fromBlock: 0n, toBlock: 2_500n })
        node.clearCalls()
        const query = { fromBlock: from, toBlock: from + length, limit, order }
        const { requests } = await estimate(query)
        const { coverage } = await read(query)
        expect(coverage.failed).toEqual([])
        const made = node.calls.length
        expect(made).toBeGreaterThanOrEqual(requests.low * 0.75 - 3)
        expect(made).toBeLessThanOrEqual(requests.high * 1.25 + 3)
      }),
      { numRuns: 40 },
    )
  })
})
