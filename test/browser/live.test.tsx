import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useEffect } from 'react'
import { createClient, encodeFunctionData, numberToHex, parseAbi, type Hex } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { cdp } from 'vitest/browser'
import {
  createLogsConfig,
  LogsProvider,
  nodePool,
  useLogFilter,
  useLogs,
  type LogsConfig,
} from '../../src/index.ts'
import { logId } from '../../src/logs/order.ts'
import { askChain, chain, contractOf, localNetwork, replyOf, transfer } from '../support/browserChain.ts'

const { address } = contractOf('Copper')

/** A block with payments of the token. */
async function pay(count = 3n) {
  const [from] = await askChain<Hex[]>('eth_accounts')
  const data = encodeFunctionData({
    abi: parseAbi(['function pay(uint256 seed, uint256 count)']),
    args: [BigInt(Math.floor(performance.now())), count],
  })
  await askChain('eth_sendTransaction', [{ from, to: address, data, gas: numberToHex(60_000_000) }])
  await askChain('anvil_mine', ['0x1'])
}

/** Sockets of this page, and what the node holds for them, so that a test can find leaks. */
const sockets: CountedSocket[] = []
class CountedSocket extends WebSocket {
  readonly subscriptions = new Set<string>()
  readonly #asked = new Set<number>()

  constructor(url: string | URL) {
    super(url)
    sockets.push(this)
    this.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data)) as { id?: number; result?: string }
      if (id !== undefined && this.#asked.delete(id) && result) this.subscriptions.add(result)
    })
  }

  override send(data: string) {
    super.send(data)
    const { id, method, params } = JSON.parse(data) as { id: number; method: string; params: string[] }
    if (method === 'eth_subscribe') this.#asked.add(id)
    if (method === 'eth_unsubscribe') this.subscriptions.delete(params[0]!)
  }
}
let isOnline = true
let sent = 0
/** Filters that the node has created. */
const filters: string[] = []
async function noteFilters(body: BodyInit | null | undefined, response: Response) {
  const calls = [JSON.parse(String(body))].flat() as { id: number; method: string }[]
  const made = new Set(calls.filter(({ method }) => method === 'eth_newFilter').map(({ id }) => id))
  if (made.size === 0) return
  for (const { id, result } of [await response.json()].flat() as { id: number; result: string }[])
    if (made.has(id)) filters.push(result)
}

function configure(socket: boolean): LogsConfig {
  const network = localNetwork({
    webSocket: socket ? chain.webSocket : undefined,
    finality: 8,
    dailyQuota: 1e8,
  })
  const transport = nodePool(network, {
    WebSocket: CountedSocket,
    async fetch(input, init) {
      if (!isOnline) throw new TypeError('Failed to fetch')
      sent++
      const response = await fetch(input, init)
      await noteFilters(init?.body, response.clone())
      return response
    },
    socketIdleTimeout: 500,
    storage: null,
    channel: null,
  })
  return createLogsConfig({ networks: [network], clients: [createClient({ chain: network, transport })] })
}

const seen: {
  rows?: readonly string[] | undefined
  status?: string | undefined
  verifiedTo?: bigint | undefined
  pollingInterval?: number | undefined
  filter?: string | undefined
} = {}
function Live({ fromBlock, newest }: { fromBlock: bigint; newest?: number | undefined }) {
  const { data, live } = useLogs({
    address,
    topics: [transfer],
    fromBlock,
    live: true,
    pollingInterval: 50,
    ...(newest !== undefined && { order: 'desc', limit: newest }),
  })
  useEffect(() => {
    seen.rows = data?.map(logId)
    seen.status = live?.status
    seen.verifiedTo = live?.verifiedTo
    seen.pollingInterval = live?.pollingInterval
  }, [data, live])
  return <output>{live?.status}</output>
}

function Filtered() {
  const { status } = useLogFilter({ address, topics: [transfer], pollingInterval: 50 })
  useEffect(() => {
    seen.filter = status
  }, [status])
  return <output>{status}</output>
}

const show = (config: LogsConfig, fromBlock: bigint, newest?: number, withFilter = false) =>
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <LogsProvider config={config}>
          <Live fromBlock={fromBlock} newest={newest} />
          {withFilter && <Filtered />}
        </LogsProvider>
      </QueryClientProvider>
    </StrictMode>,
  )

const head = async () => BigInt(await askChain<Hex>('eth_blockNumber'))
async function complete(from: bigint) {
  const logs = await askChain<{ blockHash: Hex; logIndex: Hex }[]>('eth_getLogs', [
    { address, topics: [transfer], fromBlock: numberToHex(from) },
  ])
  const truth = logs.map(({ blockHash, logIndex }) => logId({ blockHash, logIndex: Number(logIndex) }))
  await expect.poll(() => seen.rows).toEqual(truth)
}
const until = (wanted: string) => expect.poll(() => seen.status).toBe(wanted)
const pageIs = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
  document.dispatchEvent(new Event('visibilitychange'))
}

afterEach(async () => {
  await cleanup()
  Reflect.deleteProperty(document, 'visibilityState')
  isOnline = true
})

test('a socket in StrictMode: history, then new logs, each once', async () => {
  const from = (await head()) - 20n
  await show(configure(true), from)
  await until('live')
  for (let block = 0; block < 3; block++) await pay()
  await complete(from)
})

test('a hidden tab polls rarely, and catches up when shown', async () => {
  const from = await head()
  await show(configure(false), from)
  await until('live')
  pageIs('hidden')
  await expect.poll(() => seen.pollingInterval).toBeGreaterThanOrEqual(60_000)
  // A poll that was in flight may have found a block to read.
  const sentMeanwhile = async () => {
    const before = sent
    for (let round = 0; round < 3; round++) await head()
    return sent - before
  }
  await expect.poll(sentMeanwhile).toBe(0)
  const before = sent
  const rows = seen.rows?.length
  // Shown, it would have polled meanwhile, and read the new blocks.
  for (let block = 0; block < 20; block++) await pay()
  expect(sent).toBe(before)
  expect(seen.rows?.length).toBe(rows)
  pageIs('visible')
  await complete(from)
})

test('offline it shows that it is stale, and online it catches up', async () => {
  const from = await head()
  await show(configure(false), from)
  await until('live')
  isOnline = false
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  window.dispatchEvent(new Event('offline'))
  await until('stale')
  await pay()
  isOnline = true
  window.dispatchEvent(new Event('online'))
  await complete(from)
  await until('live')
  Reflect.deleteProperty(navigator, 'onLine')
})

test('a hundred mounts and unmounts leave nothing open', async () => {
  const config = configure(true)
  const from = await head()
  const opened = sockets.length
  const made = filters.length
  for (let round = 0; round < 100; round++) {
    const { unmount } = await show(config, from, undefined, true)
    if (round % 20 === 0) {
      await until('live')
      await expect.poll(() => seen.filter).toBe('watching')
      expect(sockets.at(-1)!.subscriptions.size).toBe(1)
    }
    await unmount()
  }
  const ours = sockets.slice(opened)
  expect(ours.length).toBeGreaterThan(0)
  await expect.poll(() => ours.reduce((sum, { subscriptions }) => sum + subscriptions.size, 0)).toBe(0)
  await expect.poll(() => ours.filter(({ readyState }) => readyState <= WebSocket.OPEN).length).toBe(0)
  expect(filters.length).toBeGreaterThan(made)
  // The node has dropped all filters it created.
  for (const id of filters.slice(made))
    await expect
      .poll(async () => (await replyOf('eth_getFilterChanges', [id])).error?.message)
      .toMatch(/filter not found/i)
  const before = sent
  await pay()
  await expect.poll(head).toBeGreaterThan(from)
  expect(sent).toBe(before)
})

test('a hundred thousand live logs take no more memory than the thousand that are shown', async () => {
  const session = cdp() as unknown as {
    send(method: 'HeapProfiler.collectGarbage'): Promise<void>
    send(method: 'Runtime.getHeapUsage'): Promise<{ usedSize: number }>
  }
  const heap = async () => {
    // What the first collection finds may be held by weak references until the second.
    for (let round = 0; round < 2; round++) await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize
  }
  const snapshot = await askChain<Hex>('evm_snapshot')
  const from = await head()
  await show(configure(true), from, 1_000)
  await until('live')
  const follow = async (blocks: number) => {
    for (let block = 0; block < blocks; block++) {
      await pay(1_000n)
      const mined = await head()
      await expect.poll(() => seen.verifiedTo, { interval: 10 }).toBe(mined)
    }
  }
  // One-time allocations exist: code, shapes, the first pages of memory.
  await follow(10)
  const before = await heap()
  await follow(100)
  const grown = (await heap()) - before
  expect(seen.rows?.length).toBe(1_000)
  // Packed as tightly as they are, 100,000 would take 7 MB; as objects, over 60.
  expect(grown).toBeLessThan(3_000_000)
  await cleanup()
  await askChain('evm_revert', [snapshot])
})
