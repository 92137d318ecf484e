import { dehydrate, hydrate, QueryClient, type DehydratedState } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { parseAbiItem } from 'viem'
import { expect, test, vi } from 'vitest'
import { useInfiniteLogs } from '../../src/hooks/useInfiniteLogs.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { readSelection } from '../../src/logs/columns/LogSelection.ts'
import { eventTopic } from '../../src/logs/filter/eventTopic.ts'
import { subtract, toIntervalSet } from '../../src/logs/intervals.ts'
import { logId } from '../../src/logs/order.ts'
import { LogsSnapshot } from '../../src/logs/snapshot/LogsSnapshot.ts'
import { infiniteLogsQueryOptions } from '../../src/query/infiniteLogs.ts'
import { logsQueryKey, logsQueryOptions } from '../../src/query/logs.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import { prefetchLogs, type PrefetchLogsOptions } from '../../src/query/prefetchLogs.ts'
import type { FakeNode } from '../support/fakeNode.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')
const parameters = { event: transfer, fromBlock: 20n, toBlock: 219n } as const
const key = logsQueryKey({ ...parameters, chainId: 3721 })
const lastAnswered = 99
const minute = 60_000

/** A config whose node reads 20 blocks per call, and keeps reads beyond `lastAnswered` waiting until they are aborted. */
function slowConfig(node: FakeNode) {
  for (const endpoint of node.endpoints) endpoint.faults.maxBlockRange = 20
  return configOver(node, async (input, init) => {
    const ranges = String(init?.body).matchAll(/"fromBlock":"(0x[0-9a-f]+)","toBlock":"(0x[0-9a-f]+)"/g)
    if ([...ranges].some(([, from, to]) => Number(to) > lastAnswered && Number(to) - Number(from) < 20))
      await new Promise((_, reject) => {
        init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error))
      })
    return node.fetch(input, init)
  })
}

/** Ends the time of `timeout` once there are logs. */
async function passTime(queryClient: QueryClient) {
  await vi.waitFor(() => expect(queryClient.getQueryData(key)).toBeDefined())
  const [callback] = vi.mocked(setTimeout).mock.calls.find(([, delay]) => delay === minute)!
  callback()
}

test.each([
  ['there are enough logs', { maxLogs: 10 }],
  ['the time is up', { timeout: minute }],
])(
  'stops when %s; the page shows the rows at once, and then all',
  async (_, options: PrefetchLogsOptions) => {
    const { node } = fakeConfig()
    const server = new QueryClient()
    vi.stubGlobal('window', undefined)
    vi.spyOn(globalThis, 'setTimeout')
    const prefetch = prefetchLogs(server, slowConfig(node), parameters, options)
    if (options.timeout !== undefined) await passTime(server)
    await prefetch
    const html = JSON.stringify(dehydrate(server))
    const sent = node.callsOf('eth_getLogs').length
    const { coverage, count } = LogsSnapshot.from(server.getQueryData(key) as LogsSnapshot)
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    expect(count).toBeGreaterThanOrEqual(10)
    expect(coverage.verified).not.toEqual([{ from: 20n, to: 219n }])

    const page = new QueryClient()
    hydrate(page, JSON.parse(html))
    const { result } = renderHookIn(configOver(node), () => useLogs(parameters), { queryClient: page })
    expect(result.current.data!.length).toBeGreaterThan(0)
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    const expected = node.chain.logs({ topics: [result.current.data!.at(0)!.topics[0]!] }, 20n, 219n)
    expect(result.current.data!.map(logId)).toEqual(
      expected.filter(({ topics }) => topics.length === 3).map(logId),
    )
    // The page reads only the blocks that the server has not read.
    const ranges = node
      .callsOf('eth_getLogs')
      .slice(sent)
      .map(({ params }) => {
        const [{ fromBlock, toBlock }] = params as [{ fromBlock: string; toBlock: string }]
        return { from: BigInt(fromBlock), to: BigInt(toBlock) }
      })
    const range = { from: 20n, to: 219n }
    expect(toIntervalSet(ranges)).toEqual(subtract([range], coverage.verified))
  },
)

test.each([
  [
    'a limit',
    (config: LogsConfig) => logsQueryOptions(config, { event: transfer, fromBlock: 20n, limit: 10_000 }),
  ],
  [
    'pages',
    (config: LogsConfig) =>
      infiniteLogsQueryOptions(config, { event: transfer, fromBlock: 20n, pageSize: 10_000 }),
  ],
])('a hydrated result with %s hides no logs that it leaves out from other queries', async (_, optionsOf) => {
  const { node } = fakeConfig()
  // A transfer of another shape, in a block that becomes final.
  node.chain.mine(1, { logs: [{ topics: [eventTopic(transfer)] }] })
  const { head } = node.chain
  node.chain.mine(20)
  const server = new QueryClient()
  vi.stubGlobal('window', undefined)
  await server.prefetchQuery(optionsOf(configOver(node)) as never)
  const html = JSON.stringify(dehydrate(server))
  vi.unstubAllGlobals()
  const page = new QueryClient()
  hydrate(page, JSON.parse(html))
  const config = configOver(node)
  await page.fetchQuery({ ...(optionsOf(config) as object), staleTime: 0 } as never)

  const raw = logsQueryOptions(config, { topics: [eventTopic(transfer)], fromBlock: 20n, toBlock: head })
  const { coverage, selections } = LogsSnapshot.from((await page.fetchQuery(raw)) as LogsSnapshot)
  expect(coverage.verified).toEqual([{ from: 20n, to: head }])
  const expected = node.chain.logs({ topics: [[eventTopic(transfer)]] }, 20n, head)
  expect(expected.at(-1)!.topics).toHaveLength(1)
  expect(selections.flatMap((one) => readSelection(one)).map(logId)).toEqual(expected.map(logId))
})

test('rows of a chain that was replaced since are read again', async () => {
  const { node } = fakeConfig()
  const server = new QueryClient()
  vi.stubGlobal('window', undefined)
  await prefetchLogs(server, slowConfig(node), parameters, { maxLogs: 10 })
  vi.unstubAllGlobals()
  const page = new QueryClient()
  hydrate(page, JSON.parse(JSON.stringify(dehydrate(server))))
  const { node: other } = fakeConfig({ seed: 99 })
  const { result } = renderHookIn(configOver(other), () => useLogs(parameters), { queryClient: page })
  await waitFor(() => expect(result.current.isComplete).toBe(true))
  const expected = other.chain.logs({ topics: [result.current.data!.at(0)!.topics[0]!] }, 20n, 219n)
  expect(result.current.data!.map(logId)).toEqual(
    expected.filter(({ topics }) => topics.length === 3).map(logId),
  )
})

test.each([1, 3, undefined])(
  'a result in the format of version %s is not used, and read again',
  async (version) => {
    const { node, config } = fakeConfig()
    const server = new QueryClient()
    vi.stubGlobal('window', undefined)
    const pages = { event: transfer, pageSize: 5 } as const
    await server.prefetchQuery(logsQueryOptions(configOver(node), parameters))
    await server.prefetchQuery(infiniteLogsQueryOptions(configOver(node), pages))
    vi.unstubAllGlobals()
    const text = JSON.stringify(dehydrate(server)).replaceAll('"version":2', `"version":${version ?? null}`)
    // Whatever the other version means by these fields.
    const html = text.replaceAll('"verified":', '"verified":7,"blocks":')
    const page = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
    hydrate(page, JSON.parse(html))
    const { result } = renderHookIn(
      config,
      () => [
        useLogs({ ...parameters, query: { staleTime: Number.POSITIVE_INFINITY } }),
        useInfiniteLogs(pages),
      ],
      { queryClient: page },
    )
    expect(result.current).toMatchObject([{ status: 'pending' }, { status: 'pending' }])
    await waitFor(() => expect(result.current.every(({ isSuccess }) => isSuccess)).toBe(true))
    await waitFor(() => expect(result.current[0]!.isComplete).toBe(true))
    expect(page.getQueryData(key)).toBeInstanceOf(LogsSnapshot)
  },
)

test('a read that ends within its caps is complete', async () => {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient()
  await prefetchLogs(queryClient, config, parameters, { maxLogs: 10_000, timeout: 60_000 })
  const data = queryClient.getQueryData(key)
  expect(LogsSnapshot.from(data as LogsSnapshot).isComplete).toBe(true)
  expect(node.callsOf('eth_getLogs')).not.toEqual([])
})

test('leaves data that is still fresh, and when it was read, as it is', async () => {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  })
  await prefetchLogs(queryClient, config, { event: transfer, fromBlock: 20n })
  const events: string[] = []
  queryClient.getQueryCache().subscribe(({ type }) => events.push(type))
  await prefetchLogs(queryClient, config, { event: transfer, fromBlock: 20n })
  expect(events).toEqual([])
  expect(node.callsOf('eth_getLogs')).not.toEqual([])
})

test('a read that fails leaves its error next to the data of the last one', async () => {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient()
  await prefetchLogs(queryClient, config, parameters)
  await queryClient.invalidateQueries({ queryKey: key })
  for (const endpoint of node.endpoints) endpoint.faults.chainId = 5
  await prefetchLogs(queryClient, configOver(node), parameters)
  expect(queryClient.getQueryState(key)).toMatchObject({ status: 'error', data: { isComplete: true } })
})

test('sends nothing after its signal has fired', async () => {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient()
  await prefetchLogs(queryClient, config, parameters, { signal: AbortSignal.abort() })
  expect(node.calls).toEqual([])
})

test('reads nothing while a parameter is not known, which is no error', async () => {
  const { node, config } = fakeConfig()
  const queryClient = new QueryClient()
  const unknown = { event: transfer, args: { to: undefined }, fromBlock: 0n } as const
  const logged = vi.spyOn(console, 'error')
  await prefetchLogs(queryClient, config, unknown)
  const { result } = renderHookIn(config, () => useLogs(unknown), { queryClient })
  expect(result.current).toMatchObject({ status: 'pending', error: null, notReady: ['args.to'] })
  expect(node.calls).toEqual([])
  expect(logged).not.toHaveBeenCalled()
})

test('a query that is removed and hydrated at once stays live', async () => {
  const { node, config } = fakeConfig()
  const { result, queryClient } = renderHookIn(config, () =>
    useLogs({ fromBlock: 250n, live: true, pollingInterval: 10 }),
  )
  await waitFor(() => expect(result.current.live?.status).toBe('live'))
  act(() => {
    const state: unknown = JSON.parse(JSON.stringify(dehydrate(queryClient)))
    queryClient.clear()
    hydrate(queryClient, state as DehydratedState)
  })
  node.chain.mine(2)
  await waitFor(() => expect(result.current).toMatchObject({ head: node.chain.head, isComplete: true }))
})
