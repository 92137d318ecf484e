import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { parseAbiItem } from 'viem'
import { BlockHistogram, LogTable, ScanProgress } from '../../src/components.ts'
import { LogsProvider, useLogs, type LogsConfig } from '../../src/index.ts'

const transfer = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')

function Transfers() {
  const logs = useLogs({ event: transfer, fromBlock: 0n })
  return (
    <div style={{ display: 'grid', gap: '1rem' }}>
      {logs.coverage && <ScanProgress coverage={logs.coverage} fetching={logs.isFetching} head={logs.head} />}
      <BlockHistogram logs={logs.data} coverage={logs.coverage} error={logs.error} onRetry={logs.retry} />
      <LogTable result={logs} />
    </div>
  )
}

/** Create `config` once, outside: `createLogsConfig({ networks: [xone] })`. */
export function EmbedInDapp({ config }: { config: LogsConfig }) {
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
      <LogsProvider config={config}>
        <Transfers />
      </LogsProvider>
    </QueryClientProvider>
  )
}
