'use client'
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import type { ComponentProps } from 'react'
import type { PartialStrings } from '../components/locales/english.ts'
import { StringsProvider } from '../components/locales/StringsProvider.tsx'
import { LogsProvider } from '../hooks/LogsProvider.tsx'
import { LogsConfigContext } from '../hooks/LogsConfigContext.ts'
import { createLogsConfig } from '../query/createLogsConfig.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { xone } from '../rpc/networks/xone.ts'
import { xoneTestnet } from '../rpc/networks/xoneTestnet.ts'
import { Explorer } from './Explorer.tsx'
import type { ExplorerOptions } from './session/ExplorerProps.ts'
import { persistentCache } from './persistentCache.ts'
import { withRef } from '../components/ui/withRef.ts'

export interface LogExplorerProps
  extends Omit<ComponentProps<'section'>, 'children' | 'onError'>, ExplorerOptions {
  /** The networks to choose from. @default the provider's, else both Xone presets */
  config?: LogsConfig | undefined
  /** Texts to replace. */
  strings?: PartialStrings | undefined
}

/**
 * The complete log explorer: network, filter, chart, table and details. It uses the providers above it, else its own, which keep
 * final blocks in IndexedDB. Import `topic0/styles.css` for its styles.
 *
 * @example
 * <LogExplorer contracts={[{ address: token, label: 'Token', abi: erc20Abi }]} style={{ height: 720 }} />
 */
export const LogExplorer = /* @__PURE__ */ withRef(function LogExplorer({
  config: given,
  strings = noStrings,
  ref,
  ...rest
}: LogExplorerProps) {
  const provided = useContext(LogsConfigContext)
  const outerQueryClient = useContext(QueryClientContext)
  const [ownQueryClient] = useState(
    // Short, because results can be rebuilt from the cache of final blocks.
    () => new QueryClient({ defaultOptions: { queries: { gcTime: 30_000 } } }),
  )
  const [ownConfig] = useState(() =>
    createLogsConfig({ networks: [xone, xoneTestnet], cache: persistentCache() }),
  )
  return (
    <QueryClientProvider client={outerQueryClient ?? ownQueryClient}>
      <LogsProvider config={given ?? provided ?? ownConfig}>
        <StringsProvider strings={strings}>
          <Explorer {...rest} rootRef={ref} />
        </StringsProvider>
      </LogsProvider>
    </QueryClientProvider>
  )
})

const noStrings: PartialStrings = {}
