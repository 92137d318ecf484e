import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { createClient, custom, type Chain, type Client, type Transport } from 'viem'
import { expect, test, vi } from 'vitest'
import { LogsDevtools } from '../../src/devtools/LogsDevtools.tsx'
import { StorageError } from '../../src/errors/StorageError.ts'
import { LogsProvider } from '../../src/hooks/LogsProvider.tsx'
import { useLogs } from '../../src/hooks/useLogs.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import type { LogsConfig } from '../../src/query/LogsConfig.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { fakeConfig } from '../support/renderHooks.tsx'

function Reader({ toBlock = 250n }) {
  const { data } = useLogs({ fromBlock: 0n, toBlock })
  return <output>{data?.length}</output>
}

function open(config: LogsConfig, initialOpen = true, toBlock?: bigint) {
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <LogsProvider config={config}>
        <Reader toBlock={toBlock} />
        <LogsDevtools initialOpen={initialOpen} />
      </LogsProvider>
    </QueryClientProvider>,
  )
}

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }))

test('shows queries with coverage, calls, endpoints and the cache, and sends nothing itself', async () => {
  const { node, config } = fakeConfig()
  open(config)
  await waitFor(() => expect(screen.getByRole('status')).not.toBeEmptyDOMElement())
  const calls = node.calls.length
  const panel = within(screen.getByRole('region', { name: 'Topic0 devtools' }))
  await waitFor(() => expect(panel.getByText(/^success, 1 observer, .*502 logs$/)).toBeInTheDocument())
  expect(panel.getByText(/"fromBlock":"0"/)).toBeInTheDocument()
  expect(panel.getByRole('img', { name: /Complete 251 blocks/ })).toBeInTheDocument()

  choose('Requests')
  expect(panel.getByText(`${calls} calls in`, { exact: false })).toBeInTheDocument()
  choose('Endpoints')
  expect(panel.getByText('node-1.test')).toBeInTheDocument()
  expect(panel.getByText(/of 1,000,000/)).toBeInTheDocument()
  choose('Cache')
  expect(panel.getByText('all contracts')).toBeInTheDocument()
  expect(panel.getAllByText(/logs, final/).length).toBeGreaterThan(0)
  fireEvent.click(panel.getByRole('button', { name: 'Clear this network' }))
  await waitFor(() => expect(panel.getByText('No logs of this network are in memory.')).toBeInTheDocument())
  expect(node.calls).toHaveLength(calls)
})

test('counts a single log as one', async () => {
  open(fakeConfig({ logsPerBlock: 1 }).config, true, 0n)
  expect(await screen.findByText(/^success, 1 observer, .*\b1 log$/)).toBeInTheDocument()
})

test.each([
  ['idle', 'Final blocks are stored.'],
  ['open', 'Final blocks are stored.'],
  ['full', 'Memory only.'],
  ['unavailable', 'Memory only.'],
] as const)('says whether final blocks are stored while the storage is %s', (state, text) => {
  const { config } = fakeConfig()
  const notice =
    state === 'full' || state === 'unavailable' ? new StorageError(state, 'Full.', {}) : undefined
  vi.spyOn(config.cache, 'getStorageStatus').mockReturnValue({ state, notice })
  open(config)
  choose('Cache')
  expect(screen.getByText(text, { exact: false })).toBeInTheDocument()
})

test('opens with a button, closes with Escape, and gives the focus back', async () => {
  open(fakeConfig().config, false)
  fireEvent.click(screen.getByRole('button', { name: 'Topic0 devtools' }))
  expect(screen.getByRole('button', { name: 'Close devtools' })).toHaveFocus()
  fireEvent.keyDown(screen.getByRole('radio', { name: 'Queries' }), { key: 'Escape' })
  await waitFor(() => expect(screen.getByRole('button', { name: 'Topic0 devtools' })).toHaveFocus())
  expect(screen.queryByRole('region', { name: 'Topic0 devtools' })).toBeNull()
})

test('a client made elsewhere is shown as one endpoint', async () => {
  const { node } = fakeConfig()
  const url = node.urls[0]!
  const transport = custom({
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
      const response = await node.fetch(url, { method: 'POST', body })
      const { result } = (await response.json()) as { result: unknown }
      return result
    },
  })
  const client = createClient({ chain: xone, transport }) as Client<Transport, Chain>
  open(createLogsConfig({ clients: [client] }))
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('502'))
  choose('Endpoints')
  expect(screen.getByText('custom')).toBeInTheDocument()
  choose('Requests')
  expect(screen.getAllByText('scan').length).toBeGreaterThan(0)
})

test('renders nothing on a server', () => {
  const { config } = fakeConfig()
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider config={config}>
        <LogsDevtools initialOpen />
      </LogsProvider>
    </QueryClientProvider>,
  )
  expect(html).toBe('')
})
