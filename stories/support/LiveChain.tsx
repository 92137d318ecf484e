import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { createClient, parseAbiItem } from 'viem'
import {
  createLogsConfig,
  defineNetwork,
  LogsProvider,
  nodePool,
  xone,
  xoneTestnet,
} from '../../src/index.ts'
import type { EndpointFaults } from '../../src/testing/EndpointFaults.ts'
import { startFakeNode } from '../../test/support/startFakeNode.ts'

const seed = 7
const sample = startFakeNode({ seed }).chain

/** A contract of the chain, one of its accounts, and the event of most of its logs. */
export const token = sample.contracts[0]!
export const account = sample.accounts[0]!
export const transfer = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

const millisecondsPerBlock = 2_000

/** The token is a minimal proxy (EIP-1167) of another contract. */
const proxyCode = `0x363d3d373d3d3d363d73${sample.contracts[1]!.slice(2)}5af43d82803e903d91602b57fd5bf3`
const noWord = `0x${'0'.repeat(64)}`
const respond: EndpointFaults['respond'] = ({ method }) => {
  if (method === 'eth_getCode') return { result: proxyCode }
  return method === 'eth_getStorageAt' ? { result: noWord } : undefined
}

function startChain() {
  const start = (chainId: number) =>
    startFakeNode({
      seed,
      chainId,
      blocks: 2_000,
      logsPerBlock: 3,
      timestamps: true,
      endpoints: 3,
      latency: 40,
      faults: { respond },
    })
  const nodes = [xone, xoneTestnet].map((network) => ({ network, node: start(network.id) }))
  const clients = nodes.map(({ network, node: { urls, webSocketUrl, fetch, WebSocket } }) => {
    const chain = defineNetwork(network, { http: urls, webSocket: webSocketUrl, dailyQuota: 10_000 })
    const transport = nodePool(chain, { fetch, WebSocket, storage: null, channel: null })
    return createClient({ chain, transport })
  })
  const config = createLogsConfig({ networks: clients.map(({ chain }) => chain), clients })
  return { nodes: nodes.map(({ node }) => node), config, queryClient: new QueryClient() }
}

/** A scripted chain that lives in the page and mines a block every two seconds, with the providers that hooks need. */
export function LiveChain({ children }: { children: ReactNode }) {
  const [{ nodes, config, queryClient }] = useState(startChain)
  useEffect(() => {
    const timer = setInterval(() => nodes.forEach(({ chain }) => chain.mine()), millisecondsPerBlock)
    return () => clearInterval(timer)
  }, [nodes])
  return (
    <QueryClientProvider client={queryClient}>
      <LogsProvider config={config}>
        <div className="example">{children}</div>
      </LogsProvider>
    </QueryClientProvider>
  )
}
