import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { WagmiProvider } from 'wagmi'
import { Transfers } from './Transfers'
import { wagmiConfig } from './wagmiConfig'
import 'topic0/styles.css'

const queryClient = new QueryClient()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <WagmiProvider config={wagmiConfig}>
      <QueryClientProvider client={queryClient}>
        <Transfers />
      </QueryClientProvider>
    </WagmiProvider>
  </StrictMode>,
)
