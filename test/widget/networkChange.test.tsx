import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, waitFor } from '@testing-library/react'
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

test('an open log closes when the network changes, from the explorer or outside', async () => {
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
  const details = () => document.querySelector('.topic0-log-details')
  await waitFor(() => expect(document.querySelector('[role="gridcell"]')).not.toBeNull())
  fireEvent.click(document.querySelector('[data-index="0"] > [aria-colindex="3"]')!)
  await waitFor(() => expect(details()).not.toBeNull())
  // Like a wallet, outside the explorer.
  act(() => config.setChainId(xoneTestnet.id))
  await waitFor(() => expect(details()).toBeNull())
})
