import { createClient } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startHardEndpoints, type HardEndpoints, type Limitation } from '../../demo/startHardEndpoints.mjs'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { createLogCache } from '../../src/logs/cache/createLogCache.ts'
import { logId } from '../../src/logs/order.ts'
import { estimateScan } from '../../src/logs/scan/estimate/estimateScan.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { startTestChain, type NodeLog, type TestChain } from '../support/anvil.ts'
import { followToken } from '../support/followToken.ts'
import { removedIn } from '../support/LogFold.ts'
import { readAll } from '../support/readAll.ts'

let chain: TestChain
let truth: readonly NodeLog[]
let hard: HardEndpoints

beforeAll(async () => {
  chain = await startTestChain({ blocks: 900, seed: 11 })
  truth = await chain.allLogs()
})
afterAll(() => chain.stop())
beforeEach(async () => {
  hard = await startHardEndpoints(chain.http, { seed: 7 })
})
afterEach(() => hard.stop())

const limitations: readonly Limitation[] = ['ranges', 'results', 'batches', 'rates', 'lag', 'failures']
const all = { ranges: true, results: true, batches: true, rates: true, lag: true, failures: true }

function connect() {
  const network = defineNetwork(
    { ...chain.network(), rpcUrls: { default: { http: hard.http } } },
    { http: hard.http },
  )
  return createClient({ chain: network, transport: nodePool(network, { storage: null, channel: null }) })
}

const ids = (logs: readonly { blockHash: string; logIndex: number | string }[]) =>
  logs.map(({ blockHash, logIndex }) => logId({ blockHash, logIndex: Number(logIndex) } as never))
const upTo = (block: bigint) => ids(truth.filter(({ blockNumber }) => BigInt(blockNumber) <= block))

describe('through restricted endpoints', () => {
  test('without restrictions, they behave like the node', async () => {
    const { logs, coverage } = await readAll(connect(), { fromBlock: 0n })
    expect(ids(logs)).toEqual(ids(truth))
    expect(coverage.failed).toEqual([])
    expect(hard.state().endpoints.every(({ refused }) => refused === 0)).toBe(true)
  })

  test.each(limitations)('%s alone: the scan is complete and in order', async (limitation) => {
    hard.set({ [limitation]: true })
    const toBlock = (await chain.head()) - 5n
    const { logs, coverage } = await readAll(connect(), { fromBlock: 0n, toBlock })
    expect(coverage).toMatchObject({ verified: [{ from: 0n, to: toBlock }], failed: [] })
    expect(ids(logs)).toEqual(upTo(toBlock))
  })

  test('everything at once: complete, in order, with every limit learned and shown', async () => {
    hard.set(all)
    const client = connect()
    const toBlock = (await chain.head()) - 5n
    const { logs, coverage } = await readAll(client, { fromBlock: 0n, toBlock })
    expect(coverage).toMatchObject({ verified: [{ from: 0n, to: toBlock }], failed: [] })
    expect(ids(logs)).toEqual(upTo(toBlock))
    const learned = getPool(client)
      .getStatus()
      .flatMap(({ learnedLimits = [] }) => learnedLimits)
    expect(learned.map(({ limit }) => limit)).toContain('blockRange')
    expect(learned.every(({ learnedAt }) => learnedAt > 0)).toBe(true)
  })

  test('switched on during a scan, and off again: it still ends complete', async () => {
    const client = connect()
    const toBlock = (await chain.head()) - 5n
    hard.set({ ranges: true })
    const reading = readAll(client, { fromBlock: 0n, toBlock })
    hard.set(all)
    const { logs } = await reading
    expect(ids(logs)).toEqual(upTo(toBlock))
    hard.set({ ranges: false, results: false, batches: false, rates: false, lag: false, failures: false })
    const again = await readAll(client, { fromBlock: 0n, toBlock, order: 'desc' })
    expect(ids(again.logs)).toEqual(upTo(toBlock).toReversed())
  })

  test('an estimate from learned limits is close', async () => {
    hard.set({ ranges: true })
    const client = connect()
    const cache = createLogCache()
    await readAll(client, { fromBlock: 0n, toBlock: 850n })
    await readAll(client, { fromBlock: 0n, toBlock: 200n }, { cache })
    const { requests, basis } = await estimateScan(client, { fromBlock: 0n, toBlock: 850n }, { cache })
    expect(basis.blockRange).toBeLessThanOrEqual(500)
    const before = getPool(client).budget.getStatus().used
    await readAll(client, { fromBlock: 0n, toBlock: 850n }, { cache })
    const made = getPool(client).budget.getStatus().used - before
    expect(made).toBeGreaterThanOrEqual(requests.low * 0.75 - 3)
    expect(made).toBeLessThanOrEqual(requests.high * 1.25 + 3)
  })
})

describe('following through restricted endpoints', () => {
  const pay = (seed: number) => chain.emit('harbour', 'pay', { seed, count: 3 })

  test.each([...limitations, 'all'] as const)('%s: no log is missing or repeated', async (which) => {
    const { complete, end, changes } = await followToken(chain, { http: hard.http })
    try {
      hard.set(which === 'all' ? all : { [which]: true })
      for (let block = 0; block < 6; block++) await pay(block)
      // Those that lag now get the last blocks.
      await chain.mine(5)
      expect((await complete()).length).toBeGreaterThan(0)
      expect(removedIn(changes)).toEqual([])
    } finally {
      end()
    }
  })
})

describe('the control', () => {
  test('shows and switches restrictions, and accepts nothing else', async () => {
    const put = (body: string) => fetch(hard.control, { method: 'PUT', body })
    expect(await (await fetch(hard.control)).json()).toEqual(hard.state())
    const response = await put(JSON.stringify({ on: { lag: true, nonsense: true, rates: 'yes' } }))
    expect(await response.json()).toMatchObject({ on: { lag: true, rates: false } })
    expect(hard.state().on).not.toHaveProperty('nonsense')
    expect((await put('nonsense')).status).toBe(400)
    expect((await fetch(hard.http[0]!, { method: 'GET' })).status).toBe(405)
  })
})
