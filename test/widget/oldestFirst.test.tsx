import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { fakeConfig } from '../support/renderHooks.tsx'

test('oldest first, live and limited: newer logs are offered, and no gap is shown', async () => {
  const { config, node } = fakeConfig()
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LogExplorer
        config={config}
        defaultQuery={{ fromBlock: 0n, order: 'asc', limit: 20 }}
        defaultLive
        pollingInterval={50}
      />
    </QueryClientProvider>,
  )
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
  render(
    <QueryClientProvider client={new QueryClient()}>
      <LogExplorer
        config={config}
        defaultQuery={{ fromBlock: 0n, toBlock: node.chain.head, order, limit }}
        pollingInterval={3_600_000}
      />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(screen.getAllByRole('progressbar')[0]).toHaveTextContent(/^Complete$/))
  expect(screen.queryByRole('button', { name: 'Read all' })).toBeNull()
})
