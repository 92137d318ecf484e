import { QueryClient } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { english } from '../../src/components/locales/english.ts'
import { formatTime } from '../../src/components/values/formatTime.ts'
import { getPool } from '../../src/rpc/pool/getPool.ts'
import { lazyPanels } from '../../src/widget/panels/useLazyPanels.tsx'
import { fakeConfig } from '../support/renderHooks.tsx'
import { renderExplorer } from './renderExplorer.tsx'

test('logs without timestamps get theirs, only those in view', async () => {
  const { node, config } = fakeConfig({ blocks: 1_000, logsPerBlock: 1 })
  const queryClient = new QueryClient()
  renderExplorer({ config, defaultQuery: { fromBlock: 0n } }, queryClient)
  const grid = await screen.findByRole('grid')
  await waitFor(() => expect(grid.querySelector('[data-column="time"] time')).not.toBeNull())
  // Timestamps of rows that arrive later are requested later.
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const first = grid.querySelector<HTMLElement>('[data-index="0"]')!
  const time = formatTime(BigInt(node.chain.block(0)!.timestamp))!
  expect(within(first).getByText(time)).toBeInTheDocument()
  expect(node.callsOf('eth_getBlockByHash').length).toBeLessThan(60)

  await act(lazyPanels.load)
  fireEvent.click(first.querySelector('[data-column="event"]')!)
  expect(within(await screen.findByRole('article')).getByText(time)).toBeInTheDocument()
  // The details take it from the row.
  const { hash } = node.chain.block(0)!
  expect(node.callsOf('eth_getBlockByHash').filter(({ params }) => params[0] === hash)).toHaveLength(1)
})

test('if timestamps are hidden to save requests, a note offers to load them', async () => {
  const { node, config } = fakeConfig({ blocks: 100, logsPerBlock: 1 })
  getPool(config.getClient()).budget.spend(900_000)
  renderExplorer({ config, defaultQuery: { fromBlock: 0n } })
  const show = await screen.findByText(english.readTimes, { selector: 'button' })
  const first = () => document.querySelector<HTMLElement>('[data-index="0"] > [data-column="time"]')!
  expect(first()).toHaveTextContent(english.timesHidden)
  expect(node.callsOf('eth_getBlockByHash')).toHaveLength(0)
  fireEvent.click(show)
  await waitFor(() => expect(first().querySelector('time')).not.toBeNull())
  expect(screen.queryByText(english.timesHidden)).toBeNull()
})

test('if only the newest logs are loaded, a note offers to read all', async () => {
  const { config } = fakeConfig({ blocks: 3_000, logsPerBlock: 1 })
  renderExplorer({ config })
  const rows = () => Number(document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount')) - 1
  const all = await screen.findByText(english.readAll, { selector: 'button' })
  expect(rows()).toBe(1_000)
  fireEvent.click(all)
  await waitFor(() => expect(rows()).toBe(2_000))
  expect(screen.queryByText(english.readAll)).toBeNull()
})
