'use client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { createLogsConfig, LogsProvider } from 'topic0'
import { network } from './network'

export function Providers({ children }: { children: ReactNode }) {
  const [config] = useState(() => createLogsConfig({ networks: [network] }))
  const [queryClient] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={queryClient}>
      <LogsProvider config={config}>{children}</LogsProvider>
    </QueryClientProvider>
  )
}
