// Beside wagmi, both ways: our transport in its config, and its client in our provider.
import type { ReactNode } from 'react'
import { LogsProvider, nodePool, xone } from 'topic0'
import { createConfig, useClient } from 'wagmi'

export const config = createConfig({
  chains: [xone],
  transports: { [xone.id]: nodePool(xone) },
})

export function Logs({ children }: { children: ReactNode }) {
  const client = useClient({ config, chainId: xone.id })
  if (!client) return null
  return <LogsProvider client={client}>{children}</LogsProvider>
}
