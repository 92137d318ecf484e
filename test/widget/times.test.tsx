import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { StrictMode } from 'react'
import { expect, test } from 'vitest'
import { formatTime } from '../../src/components/formatTime.ts'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { fakeConfig } from '../support/renderHooks.tsx'

test('logs that do not say when they were made get their times, those in sight alone', async () => {
  const { node, config } = fakeConfig({ blocks: 1_000, logsPerBlock: 1 })
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <LogExplorer config={config} defaultQuery={{ fromBlock: 0n }} pollingInterval={3_600_000} />
      </QueryClientProvider>
    </StrictMode>,
  )
  const grid = await screen.findByRole('grid')
  await waitFor(() => expect(grid.querySelector('[data-column="time"] time')).not.toBeNull(), {
    timeout: 15_000,
  })
  const first = grid.querySelector<HTMLElement>('[data-index="0"]')!
  const time = formatTime(BigInt(node.chain.block(0)!.timestamp))!
  expect(within(first).getByText(time)).toBeInTheDocument()
  expect(node.callsOf('eth_getBlockByHash').length).toBeLessThan(60)

  const before = node.callsOf('eth_getBlockByHash').length
  fireEvent.click(first.querySelector('[data-column="event"]')!)
  expect(within(await screen.findByRole('article')).getByText(time)).toBeInTheDocument()
  expect(node.callsOf('eth_getBlockByHash')).toHaveLength(before)
})
