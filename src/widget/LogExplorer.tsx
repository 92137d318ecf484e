'use client'
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import type { ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import type { KnownContract } from '../components/FilterBuilder/draft/KnownContract.ts'
import type { PartialStrings } from '../components/locales/english.ts'
import { StringsProvider } from '../components/locales/StringsProvider.tsx'
import { LogsProvider } from '../hooks/LogsProvider.tsx'
import { LogsConfigContext } from '../hooks/LogsConfigContext.ts'
import type { LogSearch } from '../logs/filter/LogSearch.ts'
import type { EventLookup } from '../logs/lookup/EventLookup.ts'
import { createLogsConfig } from '../query/createLogsConfig.ts'
import type { LogsConfig } from '../query/LogsConfig.ts'
import { xone } from '../rpc/networks/xone.ts'
import { xoneTestnet } from '../rpc/networks/xoneTestnet.ts'
import { Explorer } from './Explorer.tsx'
import { persistentCache } from './persistentCache.ts'
import { withRef } from '../components/ui/withRef.ts'

export interface LogExplorerProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** The networks to choose from. @default the provider's, else both Xone presets */
  config?: LogsConfig | undefined
  /** Known contracts, with labels and ABIs for decoding. */
  contracts?: readonly KnownContract[] | undefined
  /** Events to offer and to decode with if no ABI matches. @default well-known events */
  knownEvents?: readonly AbiEvent[] | undefined
  /** The initial query. @default the newest 1,000 logs of the last 2,000 blocks */
  defaultQuery?: LogSearch | undefined
  /** Color theme. @default 'system' */
  theme?: 'light' | 'dark' | 'system' | undefined
  /** Texts to replace. */
  strings?: PartialStrings | undefined
  /** Polling interval of the latest block (`eth_blockNumber`) in milliseconds. @default 15_000 */
  pollingInterval?: number | undefined
  /**
   * Share of the daily budget (0 to 1) above which a query must be confirmed. A query that may exceed what is left today must
   * always be confirmed. @default 0.5
   */
  confirmAbove?: number | undefined
  /**
   * Services to look up unknown events: `signatureLookup()`, `abiLookup({ url })`. Requests are sent on click only, and
   * contain a topic or an address only. @default none
   */
  lookups?: readonly EventLookup[] | undefined
  /** Whether to keep the query and view in the page's URL fragment. @default false */
  urlState?: boolean | undefined
  /** Whether live updates are on initially. @default false */
  defaultLive?: boolean | undefined
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
