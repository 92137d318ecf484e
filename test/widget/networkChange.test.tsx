import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { createClient } from 'viem'
import { expect, test } from 'vitest'
import { defineNetwork } from '../../src/logs/archive/defineNetwork.ts'
import { createLogsConfig } from '../../src/query/createLogsConfig.ts'
import { xone } from '../../src/rpc/networks/xone.ts'
import { xoneTestnet } from '../../src/rpc/networks/xoneTestnet.ts'
import { nodePool } from '../../src/rpc/pool/nodePool.ts'
import { LogExplorer } from '../../src/widget/LogExplorer.tsx'
import { createFakeNode } from '../support/fakeNode.ts'

function openExplorer() {
  const networks = [xone, xoneTestnet].map((chain) => {
    const node = createFakeNode({ chainId: chain.id, blocks: 60, logsPerBlock: 1 })
    const network = defineNetwork(chain, { http: node.urls, finality: 10 })
    const transport = nodePool(network, { fetch: node.fetch, storage: null, channel: null })
    return { network, client: createClient({ chain: network, transport }) }
  })
  const config = createLogsConfig({
    networks: networks.map(({ network }) => network),
    clients: networks.map(({ client }) => client),
  })
  render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <LogExplorer
          config={config}
          defaultQuery={{ fromBlock: 0n, order: 'desc' }}
          pollingInterval={3_600_000}
        />
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
  localStorage.clear()
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
