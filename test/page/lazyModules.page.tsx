import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { LogTable } from '../../src/components.ts'
import { createLogsConfig, defineNetwork, LogsProvider, useLogs, xone } from '../../src/index.ts'
import '../../src/explorer.css'
import { LogExplorer } from '../../src/widget.ts'
import { startFakeNode } from '../support/startFakeNode.ts'

const node = startFakeNode({ blocks: 40, latency: 1 })
// Replaces `fetch`, which only requests to the node use: the page loads its modules otherwise.
globalThis.fetch = node.fetch
const config = createLogsConfig({ networks: [defineNetwork(xone, { http: node.urls })] })

function Logs() {
  return <LogTable result={useLogs({ fromBlock: 0n, live: location.hash === '#live' })} />
}

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={new QueryClient()}>
      <LogsProvider config={config}>
        {location.hash === '#explorer' ? <LogExplorer defaultQuery={{ fromBlock: 0n }} /> : <Logs />}
      </LogsProvider>
    </QueryClientProvider>
  </StrictMode>,
)
