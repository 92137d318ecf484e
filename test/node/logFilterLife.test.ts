import { createClient, toEventSelector, type Client, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { LogFilter } from '../../src/logs/follow/filter/LogFilter.ts'
import type { LogFilterState } from '../../src/logs/follow/filter/LogFilterState.ts'
import type { Pool } from '../../src/rpc/Pool.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { startTestChain, type TestChain } from '../support/anvil.ts'
import { soon } from '../support/soon.ts'

let chain: TestChain
beforeAll(async () => {
  chain = await startTestChain()
})
afterAll(() => chain.stop())

let client: Client
let pool: Pool
/** The methods that were sent, in order. */
let sent: string[] = []
beforeEach(() => {
  sent = []
  const transport = nodePool(chain.network(), {
    fetch(input, init) {
      const body = JSON.parse(init?.body as string) as { method: string } | { method: string }[]
      sent.push(...(Array.isArray(body) ? body : [body]).map(({ method }) => method))
      return fetch(input, init)
    },
  })
  const connected = createClient({ chain: chain.network(), transport })
  client = connected
  pool = connected.transport.pool
})
afterEach(() => pool.close())

const approval = toEventSelector('Approval(address,address,uint256)')

/** A filter on the payments of one token, listened to. */
function follow(options: { topics?: Hex[] } = {}) {
  const { address } = chain.contract('harbour')
  const filter = new LogFilter(client, { address, ...options }, { pollingInterval: 20 })
  const unsubscribe = filter.subscribe(() => {})
  const until = (test: (state: LogFilterState) => boolean) =>
    vi.waitFor(() => {
      const state = filter.getState()
      if (!test(state))
        throw new Error(`Not yet: ${state.status}, ${state.logs.length} logs, ${String(state.error)}`)
      return state
    }, soon)
  return { filter, unsubscribe, until, watching: () => until(({ status }) => status === 'watching') }
}

/** The logs of the token on the chain from a block on, as the filter should report them. */
async function expected(from: bigint, topics: Hex[] = []) {
  const address = chain.contract('harbour').address.toLowerCase()
  const logs = await chain.allLogs()
  return logs
    .filter((log) => log.address === address && BigInt(log.blockNumber) >= from)
    .filter((log) => topics.every((topic, position) => log.topics[position] === topic))
    .map(({ blockHash, logIndex }) => `${blockHash}:${Number(logIndex)}`)
}
const ids = ({ logs }: LogFilterState) => logs.map(({ blockHash, logIndex }) => `${blockHash}:${logIndex}`)

test('has every log of the blocks mined while it watches, in order and once', async () => {
  const from = (await chain.head()) + 1n
  const { until, watching, unsubscribe } = follow()
  await watching()
  for (let seed = 0; seed < 12; seed++) {
    await chain.send('harbour', 'pay', { seed, count: 5 })
    await chain.emit('copper', 'pay', { seed, count: 3 })
  }
  const state = await until(({ logs }) => logs.length >= 60)
  expect(ids(state)).toEqual(await expected(from))
  expect(ids(state)).toHaveLength(60)
  unsubscribe()
})

test('reports only logs that match its topics', async () => {
  const from = (await chain.head()) + 1n
  const { until, watching, unsubscribe } = follow({ topics: [approval] })
  await watching()
  await chain.emit('harbour', 'pay', { seed: 77, count: 200 })
  const wanted = await expected(from, [approval])
  expect(wanted.length).toBeGreaterThan(3)
  expect(wanted.length).toBeLessThan(100)
  expect(ids(await until(({ logs }) => logs.length >= wanted.length))).toEqual(wanted)
  unsubscribe()
})

test('recreates the filter when the node has lost it, with no log missing or duplicated', async () => {
  const from = (await chain.head()) + 1n
  const { filter, until, watching, unsubscribe } = follow()
  const { filterId } = await watching()
  await chain.emit('harbour', 'pay', { seed: 1, count: 4 })
  await until(({ logs }) => logs.length >= 4)
  expect(await chain.rpc.request('eth_uninstallFilter', [filterId])).toBe(true)
  await chain.emit('harbour', 'pay', { seed: 2, count: 6 })
  const state = await until(
    (now) => now.status === 'watching' && now.filterId !== filterId && now.logs.length >= 10,
  )
  expect(ids(state)).toEqual(await expected(from))
  await chain.emit('harbour', 'pay', { seed: 3, count: 2 })
  await until(({ logs }) => logs.length >= 12)
  expect(ids(filter.getState())).toEqual(await expected(from))
  unsubscribe()
})

test('uninstalls the filter when the last listener leaves, and sends nothing after that', async () => {
  const { unsubscribe, watching } = follow()
  const { filterId } = await watching()
  unsubscribe()
  await vi.waitFor(() => expect(sent).toContain('eth_uninstallFilter'), soon)
  await vi.waitFor(async () => {
    const changes = chain.rpc.request('eth_getFilterChanges', [filterId])
    await expect(changes).rejects.toThrow(/filter/i)
  }, soon)
  expect(sent.at(-1)).toBe('eth_uninstallFilter')
})
