import type { ComponentProps } from 'react'
import type { AbiEvent } from 'viem'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import type { AddressResolver } from '../../components/values/AddressStore.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { EventLookup } from '../../logs/lookup/EventLookup.ts'
import type { ExplorerAbi } from './ExplorerAbi.ts'

/** The options of an explorer, besides its networks and texts. */
export interface ExplorerOptions {
  /** Known contracts, with labels and ABIs for decoding. */
  contracts?: readonly KnownContract[] | undefined
  /**
   * Further ABIs to decode with, of one contract or of any: a project's build, for example. Changing them decodes what is loaded,
   * without requests.
   */
  abis?: readonly ExplorerAbi[] | undefined
  /** Events to offer and to decode with if no ABI matches. @default well-known events */
  knownEvents?: readonly AbiEvent[] | undefined
  /** The query to show, on every network. With it, the page owns the query: update it in `onQueryChange`. @default the explorer's own */
  query?: LogSearch | undefined
  /** The initial query. @default the newest 1,000 logs of the last 2,000 blocks */
  defaultQuery?: LogSearch | undefined
  /** Called with the query when the user runs another one, goes back to one, or opens a link. Not when the network changes. */
  onQueryChange?: ((query: LogSearch) => void) | undefined
  /** Called when the filters on loaded logs change: a value was kept or hidden, or a transaction was searched. */
  onFiltersChange?: ((filters: readonly LocalFilter[]) => void) | undefined
  /** Whether live updates are on. With it, the page owns the switch: update it in `onLiveChange`. @default the explorer's own */
  live?: boolean | undefined
  /** Whether live updates are on initially. @default false */
  defaultLive?: boolean | undefined
  /** Called when the user turns live updates on or off. */
  onLiveChange?: ((live: boolean) => void) | undefined
  /** Called with the chain id when the current network of the config changes, in the explorer or elsewhere. */
  onNetworkChange?: ((chainId: number) => void) | undefined
  /** Called with the log whose details are shown, and with `undefined` when they are closed. */
  onLogSelect?: ((log: LogRow | undefined) => void) | undefined
  /** Called with each error that is shown: an invalid query, or why all or some of the blocks cannot be read. */
  onError?: ((error: Error) => void) | undefined
  /** Color theme. @default 'system' */
  theme?: 'light' | 'dark' | 'system' | undefined
  /** Polling interval of the latest block (`eth_blockNumber`) in milliseconds; live updates poll at least every 4 s. @default 15_000 */
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
  /**
   * Looks up the name of an address in sight that has none in the user's address book, `contracts` or `abis`, as in `LogTable`. Gets the
   * chain id of the network.
   */
  resolveLabel?: AddressResolver<string> | undefined
  /** Looks up the unit of a token that has none in the user's address book or `contracts`, like `resolveLabel`. */
  resolveToken?: AddressResolver<TokenUnit> | undefined
  /**
   * Whether to keep the query and view in the page's URL fragment, and close what covers the table by Back. Of several explorers
   * on a page, only the first does. @default false
   */
  urlState?: boolean | undefined
}

export interface ExplorerProps
  extends Omit<ComponentProps<'section'>, 'children' | 'ref' | 'onError'>, ExplorerOptions {
  /** The `ref` of the explorer: React 18 keeps one from function components. */
  rootRef?: ComponentProps<'section'>['ref']
}
