import { keepPreviousData, QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english } from '../../src/components/locales/english.ts'
import type { LogSearch } from '../../src/logs/filter/LogSearch.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../src/rpc/networks/xoneTestnet.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { renderExplorer } from './renderExplorer.tsx'
import { twoNetworks } from './twoNetworks.ts'

interface OpenOptions {
  blocks?: readonly [number, number]
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
  const { clients, config } = twoNetworks([{ blocks: blocks[0] }, { blocks: blocks[1] }])
  for (const client of clients) getPool(client).budget.spend(spent)
  renderExplorer({ config, defaultQuery: defaultQuery ?? undefined }, queryClient)
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
