import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { fakeConfig } from '../support/renderHooks.tsx'
import { fakeEvents } from '../support/SeededChain.ts'

const swapped = parseAbi(['event Transfer(address indexed from, address to, uint256 indexed value)'])

test('an open log forgets the ABI that decoded it when that is gone', async () => {
  const { node, config } = fakeConfig({ blocks: 20, logsPerBlock: 0 })
  const topics = [fakeEvents[0], pad('0xaa'), pad('0xbb')]
  node.chain.mine(1, { logs: [{ topics, data: pad('0x1234') }] })
  const queryClient = new QueryClient()
  const draw = (abis: readonly { abi: typeof swapped }[]) => (
    <QueryClientProvider client={queryClient}>
      <LogExplorer
        config={config}
        abis={abis}
        defaultQuery={{ fromBlock: 0n, order: 'desc' }}
        pollingInterval={3_600_000}
      />
    </QueryClientProvider>
  )
  const { rerender } = render(draw([{ abi: swapped }]))
  const cell = await waitFor(() => {
    const found = document.querySelector('[data-index="0"] > [aria-colindex="3"]')
    expect(found).not.toBeNull()
    return found!
  })
  fireEvent.click(cell)
  const details = await screen.findByRole('article')
  await waitFor(() => expect(details).toHaveTextContent('from your ABI'))
  rerender(draw([]))
  await waitFor(() => expect(details).not.toHaveTextContent('from your ABI'))
  expect(details).toHaveTextContent('well-known event')
  expect(details).not.toHaveTextContent('address to, uint256 indexed value')
})
