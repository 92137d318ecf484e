import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { createClient, defineChain } from 'viem'
import { createLogsConfig, defineNetwork, LogsProvider, nodePool, useLogs } from '../../src/index.ts'
import { logId } from '../../src/logs/order.ts'
import '../../src/explorer.css'
import { LogExplorer } from '../../src/widget.ts'
import { pinFont } from '../support/pinnedFonts.ts'
import type { LivePageOptions, SeenLive } from './LivePage.ts'

const options = JSON.parse(decodeURIComponent(location.hash.slice(1))) as LivePageOptions
const { chainId, http, webSocket, contract, topic } = options
const network = defineNetwork(
  defineChain({
    id: chainId,
    name: 'Local',
    nativeCurrency: { name: 'Xone', symbol: 'XOC', decimals: 18 },
    rpcUrls: { default: { http: [http] } },
  }),
  { http: [http], webSocket, finality: 8 },
)
const transport = nodePool(network, {
  socketStallTimeout: 1_000,
  timeout: 5_000,
  storage: null,
  channel: null,
})
const config = createLogsConfig({
  networks: [network],
  clients: [createClient({ chain: network, transport })],
})
const query = { address: contract.address, topics: [topic], fromBlock: 0n } as const

const seen: SeenLive = { rows: [], states: [] }
Object.assign(globalThis, { seen })

/** Records every state that the hook returns. */
function Watch() {
  const { data, live } = useLogs({ ...query, live: true, pollingInterval: 200 })
  useEffect(() => {
    seen.rows = data?.map(logId) ?? []
    const status = live?.status ?? 'none'
    const count = seen.rows.length
    const distinct = new Set(seen.rows).size
    const last = seen.states.at(-1)
    if (last?.status === status && last.count === count && last.distinct === distinct) return
    seen.states.push({ status, count, distinct })
  }, [data, live])
  return null
}

await pinFont('DejaVu Sans')
createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={new QueryClient()}>
    <LogsProvider config={config}>
      <Watch />
      <LogExplorer
        contracts={[contract]}
        defaultQuery={{ ...query, order: 'desc' }}
        defaultLive
        pollingInterval={200}
        style={{ blockSize: '100vh' }}
      />
    </LogsProvider>
  </QueryClientProvider>,
)
