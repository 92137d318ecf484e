import { keepPreviousData, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createClient } from 'viem'
import { expect, test } from 'vitest'
import { english } from '../../src/components/locales/english.ts'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../src/rpc/networks/xoneTestnet.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { createFakeNode } from '../support/fakeNode.ts'

interface OpenOptions {
  blocks?: readonly number[]
  queryClient?: QueryClient
  defaultQuery?: LogSearch | null
  /** Calls already sent today, of a million. */
  spent?: number
}

function openExplorer({
  blocks = [60, 60],
  queryClient = new QueryClient(),
  defaultQuery = { fromBlock: 0n, order: 'desc' },
  spent = 0,
}: OpenOptions = {}) {
  const networks = [xone, xoneTestnet].map((chain, at) => {
    const node = createFakeNode({ chainId: chain.id, blocks: blocks[at]!, logsPerBlock: 1 })
    const network = defineNetwork(chain, { http: node.urls, finality: 10, dailyQuota: 1_000_000 })
    const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
    const client = createClient({ chain: network, transport })
    getPool(client).budget.spend(spent)
    return { network, client }
  })
  const config = createLogsConfig({
    networks: networks.map(({ network }) => network),
    clients: networks.map(({ client }) => client),
  })
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LogExplorer config={config} defaultQuery={defaultQuery ?? undefined} pollingInterval={3_600_000} />
      </QueryClientProvider>
    </StrictMode>,
  )
  return { config }
}

test('an open log closes when the network changes, from the explorer or outside', async () => {
  const { config } = openExplorer()
  const details = () => document.querySelector('.topic0-log-details')
  await waitFor(() => expect(document.querySelector('[role="gridcell"]')).not.toBeNull())
  fireEvent.click(document.querySelector('[data-index="0"] > [aria-colindex="3"]')!)
  await waitFor(() => expect(details()).not.toBeNull())
  // Like a wallet, outside the explorer.
  act(() => config.setChainId(xoneTestnet.id))
  await waitFor(() => expect(details()).toBeNull())
})

test('an open form of the address book closes when the network changes, and saves nothing there', async () => {
  const { config } = openExplorer()
  const ofChain = ({ id }: { id: number }) => localStorage.getItem(`topic0:addresses:1:${id}`)
  await waitFor(() => expect(document.querySelector('[role="gridcell"]')).not.toBeNull())
  fireEvent.click(screen.getByRole('button', { name: 'Names' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Add an address', hidden: true }))
  act(() => config.setChainId(xoneTestnet.id))
  await waitFor(() => expect(screen.queryByLabelText('Address')).toBeNull())
  act(() => config.setChainId(xone.id))
  // Opened by an address of the chain.
  await waitFor(() => expect(document.querySelector('[role="gridcell"]')).not.toBeNull())
  fireEvent.click(document.querySelector('[data-index="0"] > [aria-colindex="3"]')!)
  fireEvent.click(await screen.findByRole('button', { name: 'Name and ABI of this contract' }))
  const name = await screen.findByLabelText('Name')
  act(() => config.setChainId(xoneTestnet.id))
  await waitFor(() => expect(name).not.toBeInTheDocument())
  expect([xone, xoneTestnet].map(ofChain)).toEqual([null, null])
})

test("an app's `placeholderData` does not pass what is known of one network or query off as that of another", async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { placeholderData: keepPreviousData } } })
  const { config } = openExplorer({ queryClient, blocks: [5_000, 60], defaultQuery: null })
  const rows = () => document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')
  await waitFor(() => expect(rows()).toBe('1001'))
  const shown = new Set<string | null | undefined>()
  const observer = new MutationObserver(() => shown.add(rows()))
  observer.observe(document.body, { subtree: true, attributes: true, childList: true })
  act(() => config.setChainId(xoneTestnet.id))
  await waitFor(() => expect(rows()).toBe('61'))
  observer.disconnect()
  expect(shown).not.toContain('1001')
})

test('a button of the toolbar closes the address book that was opened elsewhere', async () => {
  openExplorer()
  await waitFor(() => expect(document.querySelector('[role="gridcell"]')).not.toBeNull())
  fireEvent.click(document.querySelector('[data-index="0"] > [aria-colindex="3"]')!)
  fireEvent.click(await screen.findByRole('button', { name: 'Name and ABI of this contract' }))
  const name = await screen.findByLabelText('Name')
  const button = screen.getByRole('button', { name: 'Names' })
  expect(button).toHaveAttribute('aria-expanded', 'true')
  fireEvent.click(button)
  expect(name).not.toBeInTheDocument()
  expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('timestamps may use the rest of the budget only on the network where they were requested', async () => {
  const { config } = openExplorer({ spent: 900_000 })
  fireEvent.click(await screen.findByText(english.readTimes, { selector: 'button' }))
  expect(screen.queryByText(english.readTimes)).toBeNull()
  act(() => config.setChainId(xoneTestnet.id))
  expect(await screen.findByText(english.readTimes, { selector: 'button' })).toBeVisible()
})
