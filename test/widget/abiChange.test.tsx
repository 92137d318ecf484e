import { fireEvent, screen, waitFor } from '@testing-library/react'
import { pad, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { fakeConfig } from '../support/renderHooks.tsx'
import { fakeEvents } from '../support/SeededChain.ts'
import { renderExplorer } from './renderExplorer.tsx'

const swapped = parseAbi(['event Transfer(address indexed from, address to, uint256 indexed value)'])

test('an open log forgets the ABI that decoded it when that is gone', async () => {
  const { node, config } = fakeConfig({ blocks: 20, logsPerBlock: 0 })
  const topics = [fakeEvents[0], pad('0xaa'), pad('0xbb')]
  node.chain.mine(1, { logs: [{ topics, data: pad('0x1234') }] })
  const props = { config, defaultQuery: { fromBlock: 0n, order: 'desc' } } as const
  const { update } = renderExplorer({ ...props, abis: [{ abi: swapped }] })
  const cell = await waitFor(() => {
    const found = document.querySelector('[data-index="0"] > [aria-colindex="3"]')
    expect(found).not.toBeNull()
    return found!
  })
  fireEvent.click(cell)
  const details = await screen.findByRole('article')
  await waitFor(() => expect(details).toHaveTextContent('from your ABI'))
  update({ ...props, abis: [] })
  await waitFor(() => expect(details).not.toHaveTextContent('from your ABI'))
  expect(details).toHaveTextContent('well-known event')
  expect(details).not.toHaveTextContent('address to, uint256 indexed value')
})

test('a rebuild is announced once, what is the same is not', async () => {
  const { config } = fakeConfig({ blocks: 20 })
  const props = { config, defaultQuery: { fromBlock: 0n, order: 'desc' } } as const
  const { update } = renderExplorer({ ...props, abis: [] })
  await waitFor(() => expect(document.querySelector('[data-index="0"]')).not.toBeNull())
  const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
  update({ ...props, abis: [{ abi: swapped }] })
  update({ ...props, abis: [{ abi: [...swapped] }] })
  expect(status()).not.toContain('ABIs updated')
  update({ ...props, abis: [{ abi: parseAbi(['event Renamed(address indexed from)']) }] })
  expect(status()).toContain('ABIs updated')
})
