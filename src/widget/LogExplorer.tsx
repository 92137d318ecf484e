'use client'
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { useState, useContext, type ComponentProps } from 'react'
import type { PartialStrings } from '../components/locales/english.ts'
import { StringsProvider } from '../components/locales/StringsProvider.tsx'
import { withRef } from '../components/ui/withRef.ts'
import { LogsProvider } from '../hooks/LogsProvider.tsx'
import { LogsConfigContext } from '../hooks/useLogsConfig.ts'
import { createLogCache } from '../logs/cache/createLogCache.ts'
import { indexedDbStorage } from '../logs/cache/indexedDbStorage.ts'
import type { LogCache } from '../logs/cache/LogCache.ts'
import { createLogsConfig } from '../query/createLogsConfig.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { xone } from '../rpc/networks/xone.ts'
import { xoneTestnet } from '../rpc/networks/xoneTestnet.ts'
import { ExplorerView } from './ExplorerView.tsx'
import { useOwnsAddress } from './link/useOwnsAddress.ts'
import { useShareLink } from './link/useShareLink.ts'
import type { ExplorerProps, ExplorerOptions } from './session/ExplorerProps.ts'

export interface LogExplorerProps
  extends Omit<ComponentProps<'section'>, 'children' | 'onError'>, ExplorerOptions {
  /** The networks to choose from. @default the provider's, else both Xone presets */
  config?: LogsConfig | undefined
  /** Texts to replace. */
  strings?: PartialStrings | undefined
}

/**
 * The complete log explorer: network, filter, chart, table and details. Uses the providers above it, else its own,
 * which keep final blocks in IndexedDB. Import `topic0/explorer.css` for its styles.
 *
 * @example
 * <LogExplorer contracts={[{ address: token, label: 'Token', abi: erc20Abi }]} style={{ height: 720 }} />
 */
export const LogExplorer = /* @__PURE__ */ withRef(function LogExplorer({
  config: given,
  strings = noStrings,
  urlState: wantsAddress = false,
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
  const urlState = useOwnsAddress(wantsAddress)
  return (
    <QueryClientProvider client={outerQueryClient ?? ownQueryClient}>
      <LogsProvider config={given ?? provided ?? ownConfig}>
        <StringsProvider strings={strings}>
          {urlState !== undefined && <Explorer {...rest} urlState={urlState} rootRef={ref} />}
        </StringsProvider>
      </LogsProvider>
    </QueryClientProvider>
  )
})

const noStrings: PartialStrings = {}

/** Joins hooks to components: the content of {@link LogExplorer} inside its providers. */
function Explorer({ urlState = false, live, defaultLive = false, onLiveChange, ...props }: ExplorerProps) {
  const link = useShareLink(urlState)
  const [ownLive, setOwnLive] = useState(defaultLive)
  const onLive = (on: boolean) => {
    setOwnLive(on)
    onLiveChange?.(on)
  }
  // Avoids requests to a network that the link is about to replace.
  if (!link.isReady) return null
  return <ExplorerView {...props} {...{ urlState, link, onLive }} liveOn={live ?? ownLive} />
}

let cache: LogCache | undefined

/** The IndexedDB cache shared by explorers without a config, opened on first read. In memory in a sandboxed frame. */
export function persistentCache(): LogCache {
  cache ??= createLogCache(isSandboxed() ? {} : { storage: indexedDbStorage() })
  return cache
}

/** Whether the page has no origin, and so no storage. Files have none either, but may have storage. */
function isSandboxed(): boolean {
  return globalThis.origin === 'null' && location.protocol !== 'file:'
}
