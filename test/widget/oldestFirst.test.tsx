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
