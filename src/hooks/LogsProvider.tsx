'use client'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Chain, Client, Transport } from 'viem'
import { createLogsConfig } from '../query/createLogsConfig.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { LogsConfigContext } from './useLogsConfig.ts'

export type LogsProviderProps = {
  children?: ReactNode
} & (
  | {
      /** What {@link createLogsConfig} made. */
      config: LogsConfig
      client?: undefined
    }
  | {
      config?: undefined
      /** A viem client made elsewhere, wagmi's for instance. Its chain is the only network then. */
      client: Client<Transport, Chain>
    }
)

/** Gives the hooks below it their networks. It goes inside react-query's `QueryClientProvider`. */
export function LogsProvider({ config, client, children }: LogsProviderProps) {
  const value = useMemo(() => config ?? createLogsConfig({ clients: [client] }), [config, client])
  return <LogsConfigContext.Provider value={value}>{children}</LogsConfigContext.Provider>
}
