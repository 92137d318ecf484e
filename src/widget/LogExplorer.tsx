'use client'
import { QueryClient, QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { use, useState } from 'react'
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
import type { LogsConfig } from '../query/createLogsConfig.ts'
import { xone } from '../rpc/networks/xone.ts'
import { xoneTestnet } from '../rpc/networks/xoneTestnet.ts'
import { Explorer } from './Explorer.tsx'
import { persistentCache } from './persistentCache.ts'

export interface LogExplorerProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** Networks to choose from. @default the provider's, else the two presets */
  config?: LogsConfig | undefined
  /** Contracts to offer, with labels and, for decoding, their ABIs. */
  contracts?: readonly KnownContract[] | undefined
  /** Events to offer and to decode with where no ABI fits. @default a list of well-known events */
  knownEvents?: readonly AbiEvent[] | undefined
  /** What to read at the start. @default the newest thousand logs of the last 2,000 blocks */
  defaultQuery?: LogSearch | undefined
  /** Light, dark, or what the page is in. @default 'system' */
  theme?: 'light' | 'dark' | 'system' | undefined
  /** Words to replace. */
  strings?: PartialStrings | undefined
  /** Milliseconds between two looks at the newest block (`eth_blockNumber`). @default 15_000 */
  pollingInterval?: number | undefined
  /**
   * Share of a day's requests above which one is asked before a query runs. One that may need more than is left today is
   * always asked about. @default 0.5
   */
  confirmAbove?: number | undefined
  /**
   * Services to offer for events that nothing at hand decodes: `signatureLookup()`, `abiLookup({ url })`. They are asked
   * when someone clicks, and told a topic or an address only. @default none
   */
  lookups?: readonly EventLookup[] | undefined
  /** Whether the page's address says what to show at first, as the links do that can be copied. @default false */
  urlState?: boolean | undefined
  /** Whether results are kept up to date from the start: there is a switch. @default false */
  defaultLive?: boolean | undefined
}

/**
 * The log explorer, ready made: choose a network, build a filter, see the logs, open one. It uses the providers above
 * it, and brings its own where there are none: these keep final blocks in IndexedDB. Its looks are in
 * `topic0/styles.css`.
 *
 * @example
 * <LogExplorer contracts={[{ address: token, label: 'Token', abi: erc20Abi }]} style={{ height: 720 }} />
 */
export function LogExplorer({ config: given, strings = noStrings, ...rest }: LogExplorerProps) {
  const provided = use(LogsConfigContext)
  const outerQueryClient = use(QueryClientContext)
  const [ownQueryClient] = useState(
    // Read again it comes from the cache of final blocks: results need not outlive an explorer for long.
    () => new QueryClient({ defaultOptions: { queries: { gcTime: 30_000 } } }),
  )
  const [ownConfig] = useState(() =>
    createLogsConfig({ networks: [xone, xoneTestnet], cache: persistentCache() }),
  )
  return (
    <QueryClientProvider client={outerQueryClient ?? ownQueryClient}>
      <LogsProvider config={given ?? provided ?? ownConfig}>
        <StringsProvider strings={strings}>
          <Explorer {...rest} />
        </StringsProvider>
      </LogsProvider>
    </QueryClientProvider>
  )
}

const noStrings: PartialStrings = {}
