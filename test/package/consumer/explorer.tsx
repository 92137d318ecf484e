// The README's example, and a bit more: what an app with React and viem writes.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRef, useState } from 'react'
import {
  createLogsConfig,
  LogsProvider,
  useBlockNumber,
  useLogs,
  useNetwork,
  xone,
  xoneTestnet,
} from 'topic0'
import { LogTable } from 'topic0/components'
import type { LogExplorerElement } from 'topic0/element'
import { LogExplorer, type LogExplorerProps } from 'topic0/widget'
import { parseAbiItem } from 'viem'

const config = createLogsConfig({ networks: [xone, xoneTestnet] })
const queryClient = new QueryClient()
const token = '0x7b2ff7a5c5b4b1a17c1cd0ee1a6ba7b67a1c5a5e'
const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

function Transfers({ to }: { to: `0x${string}` }) {
  const logs = useLogs({ address: token, event: transfer, args: { to }, fromBlock: 1_000_000n })
  const value: bigint | undefined = logs.data?.at(0)?.args?.value
  // @ts-expect-error: the event has no such argument
  void logs.data?.at(0)?.args?.amount
  const head: bigint | undefined = useBlockNumber().data
  const { network } = useNetwork()
  return (
    <section title={`${network.name} ${head} ${value}`}>
      <LogTable logs={logs.data} />
    </section>
  )
}

export function App() {
  return (
    <QueryClientProvider client={queryClient}>
      <LogsProvider config={config}>
        <Transfers to={token} />
        <LogExplorer />
      </LogsProvider>
    </QueryClientProvider>
  )
}

export function WrongArgument() {
  // @ts-expect-error: an address is no number
  useLogs({ address: token, event: transfer, args: { to: 1 } })
  return null
}

export function Following() {
  const [query, setQuery] = useState<LogExplorerProps['query']>()
  return <LogExplorer query={query} onQueryChange={setQuery} onLogSelect={(log) => log?.transactionHash} />
}

const element = createRef<LogExplorerElement>()

export function Element() {
  element.current?.addEventListener('networkchange', ({ detail }) => detail.toFixed())
  return (
    <>
      <log-explorer ref={element} network={3721} url-state onquerychange={({ detail }) => detail.fromBlock} />
      {/* @ts-expect-error: no such theme */}
      <log-explorer theme="sepia" />
    </>
  )
}
