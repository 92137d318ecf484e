import { PassThrough } from 'node:stream'
import { dehydrate, hydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, waitFor } from '@testing-library/react'
import { Suspense } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import { parseAbiItem } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useBlockNumber } from '../../src/hooks/useBlockNumber.ts'
import { useBlockTimestamps } from '../../src/hooks/useBlockTimestamps.ts'
import { useImplementation } from '../../src/hooks/useImplementation.ts'
import { useLogFilter } from '../../src/hooks/useLogFilter.ts'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { useNetwork } from '../../src/hooks/useNetwork.ts'
import { useSuspenseLogs } from '../../src/hooks/useSuspenseLogs.ts'
import { eventTopic } from '../../src/logs/filter/eventTopic.ts'
import { logId } from '../../src/logs/order.ts'
import { blockNumberQueryOptions } from '../../src/query/blocks.ts'
import { logsQueryOptions } from '../../src/query/logs.ts'
import { configOver, fakeConfig, renderHookIn } from '../support/renderHooks.tsx'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

describe('on a server', () => {
  test('prefetched data is dehydrated as plain JSON and needs no request in the page', async () => {
    const { node, config } = fakeConfig({ timestamps: true })
    const parameters = { event: transfer, fromBlock: 20n, toBlock: 120n } as const
    const server = new QueryClient()
    vi.stubGlobal('window', undefined)
    await server.prefetchQuery(logsQueryOptions(config, parameters))
    await server.prefetchQuery(blockNumberQueryOptions(config))
    const html = JSON.stringify(dehydrate(server))
    vi.unstubAllGlobals()
    server.clear()

    const page = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } })
    hydrate(page, JSON.parse(html))
    node.clearCalls()
    const { result } = renderHookIn(config, () => ({ logs: useLogs(parameters), head: useBlockNumber() }), {
      queryClient: page,
    })
    await waitFor(() => expect(result.current.logs.data).toBeDefined())
    const { logs, head } = result.current
    expect(head.data).toBe(node.chain.head)
    expect(logs.coverage?.verified).toEqual([{ from: 20n, to: 120n }])
    const expected = node.chain.logs({ topics: [logs.data!.at(0)!.topics[0]!] }, 20n, 120n)
    expect(logs.data!.map(logId)).toEqual(expected.filter(({ topics }) => topics.length === 3).map(logId))
    expect(logs.data!.at(0)!.blockTimestamp).toBe(expected[0]!.blockTimestamp)
    expect(typeof logs.data!.at(0)!.args.value).toBe('bigint')
    expect(node.calls).toEqual([])
  })

  test('data dehydrated while it is pending reaches the page, which sends nothing', async () => {
    const { node, config } = fakeConfig()
    const parameters = { event: transfer, fromBlock: 20n, toBlock: 120n } as const
    const server = new QueryClient()
    vi.stubGlobal('window', undefined)
    void server.prefetchQuery(logsQueryOptions(config, parameters))
    const [pending] = dehydrate(server, { shouldDehydrateQuery: () => true }).queries
    expect(pending!.state.status).toBe('pending')
    // As React sends it.
    const promise = pending!.promise!.then((data) => JSON.parse(JSON.stringify(data)) as unknown)
    await promise
    vi.unstubAllGlobals()
    server.clear()

    const page = new QueryClient()
    node.clearCalls()
    hydrate(page, { mutations: [], queries: [{ ...pending!, promise }] })
    const { result } = renderHookIn(config, () => useLogs(parameters), { queryClient: page })
    await waitFor(() => expect(result.current.isComplete).toBe(true))
    expect(result.current.data!.length).toBeGreaterThan(0)
    expect(node.calls).toEqual([])
  })

  test('hooks render without a DOM and send nothing', () => {
    const { node, config } = fakeConfig()
    function Page() {
      const logs = useLogs({ event: transfer })
      const filter = useLogFilter({ event: transfer })
      const head = useBlockNumber({ watch: true })
      const { network } = useNetwork()
      const times = useBlockTimestamps({ blocks: [`0x${'ab'.repeat(32)}`] })
      const proxy = useImplementation({ address: `0x${'ab'.repeat(20)}`, query: { enabled: true } })
      return [network.name, logs.status, filter.status, head.status, times.data.size, proxy.status].join(' ')
    }
    vi.stubGlobal('window', undefined)
    const html = renderToString(
      <QueryClientProvider client={new QueryClient()}>
        <LogsProvider config={config}>
          <Page />
        </LogsProvider>
      </QueryClientProvider>,
    )
    expect(html).toBe('Xone Chain Mainnet pending idle pending 0 pending')
    expect(node.calls).toEqual([])
  })

  test('useSuspenseLogs streams a fallback, then the rows, which the page takes over', async () => {
    const { node } = fakeConfig()
    let answer = () => {}
    const shellSent = new Promise<void>((resolve) => (answer = resolve))
    const config = configOver(node, async (...request) => {
      await shellSent
      return node.fetch(...request)
    })
    function Page() {
      const { data } = useSuspenseLogs({ event: transfer, fromBlock: 20n, toBlock: 120n })
      return <output>{`${data.length} transfers`}</output>
    }
    const app = (queryClient: QueryClient) => (
      <QueryClientProvider client={queryClient}>
        <LogsProvider config={config}>
          <main>
            <Suspense fallback={<p>reading</p>}>
              <Page />
            </Suspense>
          </main>
        </LogsProvider>
      </QueryClientProvider>
    )
    const server = new QueryClient()
    vi.stubGlobal('window', undefined)
    const output = new PassThrough()
    const parts: string[] = []
    const { pipe } = renderToPipeableStream(app(server), { onShellReady: () => void pipe(output) })
    for await (const part of output) {
      parts.push(String(part))
      answer()
    }
    const state = JSON.stringify(dehydrate(server))
    vi.unstubAllGlobals()
    server.clear()
    const count = node.chain
      .logs({ topics: [eventTopic(transfer)] }, 20n, 120n)
      .filter(({ topics }) => topics.length === 3).length
    expect(parts[0]).toContain('reading')
    expect(parts[0]).not.toContain('transfers')
    expect(parts.join('')).toContain(`<output>${count} transfers</output>`)

    const page = new QueryClient()
    hydrate(page, JSON.parse(state))
    node.clearCalls()
    const container = document.createElement('div')
    // As it is after the scripts of the stream have run.
    container.innerHTML = `<main><!--$--><output>${count} transfers</output><!--/$--></main>`
    const onRecoverableError = vi.fn<() => void>()
    const root = await act(() => Promise.resolve(hydrateRoot(container, app(page), { onRecoverableError })))
    expect(container.textContent).toBe(`${count} transfers`)
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(node.calls).toEqual([])
    act(() => root.unmount())
  })

  test('useSuspenseLogs of a node that does not answer is an error, not an empty list', async () => {
    const { node, config } = fakeConfig()
    node.faults.down = 'cors'
    function Page() {
      const { data } = useSuspenseLogs({ event: transfer, fromBlock: 20n, toBlock: 120n })
      return <output>{`${data.length} transfers`}</output>
    }
    const server = new QueryClient()
    vi.stubGlobal('window', undefined)
    const output = new PassThrough()
    const errors: unknown[] = []
    const { pipe } = renderToPipeableStream(
      <QueryClientProvider client={server}>
        <LogsProvider config={config}>
          <Suspense fallback={<p>reading</p>}>
            <Page />
          </Suspense>
        </LogsProvider>
      </QueryClientProvider>,
      { onShellReady: () => void pipe(output), onError: (error) => void errors.push(error) },
    )
    let html = ''
    for await (const part of output) html += String(part)
    vi.unstubAllGlobals()
    server.clear()
    expect(html).toContain('reading')
    expect(html).not.toContain('transfers')
    expect(errors).toEqual([expect.objectContaining({ kind: 'transient' })])
  })
})
