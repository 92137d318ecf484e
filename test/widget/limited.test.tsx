import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeConfig } from '../support/renderHooks.tsx'
import { renderExplorer } from './renderExplorer.tsx'

test('oldest first, live and limited: newer logs are offered, and no gap is shown', async () => {
  const { config, node } = fakeConfig()
  renderExplorer({
    config,
    defaultQuery: { fromBlock: 0n, order: 'asc', limit: 20 },
    defaultLive: true,
    pollingInterval: 50,
  })
  expect(await screen.findByText('oldest only')).toBeInTheDocument()
  act(() => void node.chain.mine(3))
  await waitFor(() => expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '21'))
  expect(screen.queryByText(/not requested/)).toBeNull()
  // The rest is read for what is shown.
  fireEvent.click(screen.getByRole('radio', { name: 'Groups' }))
  fireEvent.click(screen.getByRole('button', { name: 'Read all' }))
  await waitFor(() => expect(screen.queryByText('oldest only')).toBeNull())
  expect(screen.getByRole('radio', { name: 'Groups' })).toBeChecked()
})

test.each(['asc', 'desc'] as const)('%s: exactly as many logs as the limit are all logs', async (order) => {
  const { config, node } = fakeConfig()
  const limit = node.chain.logs().length
  renderExplorer({ config, defaultQuery: { fromBlock: 0n, toBlock: node.chain.head, order, limit } })
  await waitFor(() => expect(screen.getAllByRole('progressbar')[0]).toHaveTextContent(/^Complete$/))
  expect(screen.queryByRole('button', { name: 'Read all' })).toBeNull()
})

test('a result that ends at its limit is not called complete, until the rest is read', async () => {
  const { config } = fakeConfig()
  renderExplorer({ config, defaultQuery: { fromBlock: 0n, order: 'desc', limit: 20 } })
  expect(await screen.findByText('latest only')).toBeInTheDocument()
  expect(document.querySelector('.topic0-scan-progress')).toHaveTextContent(/^Limit reached$/)
  fireEvent.click(screen.getByRole('button', { name: 'Read all' }))
  await waitFor(() => expect(document.querySelector('.topic0-scan-progress')).toHaveTextContent(/^Complete$/))
})
