import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient, WagmiProvider, type Config } from 'wagmi'
import { LogTable } from '../../src/components.ts'
import { wellKnownEvents } from '../../src/core.ts'
import { LogsProvider, useLogs } from '../../src/index.ts'

/** Decode what fits, and leave nothing out. */
const knownEvents = wellKnownEvents()

function Newest() {
  const logs = useLogs({ fromBlock: 0n, order: 'desc', limit: 100, knownEvents })
  return <LogTable result={logs} />
}

/** wagmi's client reads the logs: one transport, one query cache. */
function Logs() {
  const client = useClient()
  return (
    client && (
      <LogsProvider client={client}>
        <Newest />
      </LogsProvider>
    )
  )
}

export function WithWagmi({ config }: { config: Config }) {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <Logs />
      </QueryClientProvider>
    </WagmiProvider>
  )
}
