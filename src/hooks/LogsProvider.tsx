'use client'
import { useMemo, type ReactNode } from 'react'
import type { Chain, Client, Transport } from 'viem'
import { createLogsConfig } from '../query/createLogsConfig.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { LogsConfigContext } from './useLogsConfig.ts'

export type LogsProviderProps = {
  children?: ReactNode
} & (
  | {
      /** The result of {@link createLogsConfig}. */
      config: LogsConfig
      client?: undefined
    }
  | {
      config?: undefined
      /** An existing viem client, such as wagmi's. Its chain is then the only network. */
      client: Client<Transport, Chain>
    }
)

/**
 * Provides networks to the hooks below it. Place it inside react-query's `QueryClientProvider`. Providers under one `QueryClient`
 * share the results of a chain, whatever their endpoints.
 *
 * @example
 * const config = createLogsConfig({ networks: [xone] })
 * const app = <LogsProvider config={config}>{children}</LogsProvider>
 */
export function LogsProvider({ config, client, children }: LogsProviderProps) {
  const value = useMemo(() => config ?? createLogsConfig({ clients: [client] }), [config, client])
  return <LogsConfigContext.Provider value={value}>{children}</LogsConfigContext.Provider>
}
