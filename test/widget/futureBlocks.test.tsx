import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeConfig } from '../support/renderHooks.tsx'
import { renderExplorer } from './renderExplorer.tsx'

test('a range beyond the newest block is read to that block, and says so; newer blocks are offered', async () => {
  const { config, node } = fakeConfig()
  renderExplorer({
    config,
    defaultQuery: { fromBlock: 0n, toBlock: 400n, order: 'desc' },
    pollingInterval: 50,
  })
  const bar = await screen.findByRole('progressbar')
  await waitFor(() => expect(bar).toHaveTextContent(/^Read to block 299$/))
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  expect(await screen.findByText('Blocks 300–400 are not available yet')).toBeInTheDocument()
  act(() => void node.chain.mine(20))
  fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(bar).toHaveTextContent(/^Read to block 319$/))
  expect(await screen.findByText('Blocks 320–400 are not available yet')).toBeInTheDocument()
  act(() => void node.chain.mine(100))
  fireEvent.click(await screen.findByRole('button', { name: 'Refresh' }))
  await waitFor(() => expect(bar).toHaveTextContent(/^Complete$/))
  expect(screen.queryByText(/are not available yet/)).toBeNull()
})

test('of a range that begins beyond the newest block, nothing was read', async () => {
  const { config } = fakeConfig()
  renderExplorer({ config, defaultQuery: { fromBlock: 350n, toBlock: 400n } })
  expect(await screen.findByText('Not available yet', { selector: 'strong' })).toBeInTheDocument()
  expect(screen.getByRole('progressbar')).toHaveTextContent(/^0 blocks read$/)
})
