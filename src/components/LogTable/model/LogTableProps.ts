import type { HTMLAttributes, ComponentProps, ReactNode } from 'react'
import type { Address, Hash } from 'viem'
import type { BlockInterval, Coverage } from '../../../logs/Coverage.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { LogList } from '../../../logs/list/LogList.ts'
import type { DecodedArg, LogRow } from '../../../logs/Log.ts'
import type {
  InfiniteLogsResult,
  LogsResult,
  MultichainLogsResult,
} from '../../../logs/snapshot/LogsResult.ts'
import type { AddressLabels } from '../../values/AddressLabels.ts'
import type { AddressResolver } from '../../values/AddressStore.ts'
import type { LinkBuilders } from '../../values/LinkBuilders.ts'
import type { CodeCheck } from './CodeCheck.ts'
import type { LogFilterAction } from './LogFilterAction.ts'
import type { LogNeighbors } from './LogNeighbors.ts'
import type { LogTableColumnDefinition } from './LogTableColumns.ts'
import type { LogTableView } from './LogTableView.ts'
import type { ScrollLink } from './ScrollLink.ts'

/** The rows of a sorted table, from top to bottom. */
export interface SortedRows<row extends LogRow = LogRow> {
  readonly length: number
  readonly at: (index: number) => row | undefined
}

export interface LogTableProps<row extends LogRow = LogRow> extends Omit<
  ComponentProps<'div'>,
  'children' | 'onSelect'
> {
  /**
   * The result of `useLogs` or `useInfiniteLogs`: logs, order, status, error, coverage, progress, removals and retries. The
   * props below override its parts. With the result of `useMultichainLogs`, a column shows the network of each log.
   */
  result?: LogsResult<row> | InfiniteLogsResult<row> | MultichainLogsResult<row> | undefined
  /** Ascending or descending in chain order. `undefined` while pending, as in a hook's result. */
  logs?: LogList<row> | readonly row[] | undefined
  /** Their order, while there are too few logs to tell. @default 'asc' */
  order?: 'asc' | 'desc' | undefined
  /**
   * The status of the request. `loading` and `error` keep existing rows on the screen.
   *
   * @default 'error' with an error, 'loading' without logs, else 'success': gaps show what is pending
   */
  status?: 'idle' | 'loading' | 'success' | 'error' | undefined
  /** Why no logs, or no more, could be read. */
  error?: Error | null | undefined
  /** The coverage of the logs, to tell "no logs" from "unknown". Missing blocks are shown as gaps between rows. */
  coverage?: Coverage | undefined
  /** Whether no log is missing, for example because a limit was reached without a gap. @default derived from `status` and `coverage` */
  isComplete?: boolean | undefined
  /** The newest block that could be read: later ones do not exist, or are not final, yet. The `head` of `useLogs` fits. */
  head?: bigint | undefined
  /** Whether the scan is paused. @default false */
  isScanPaused?: boolean | undefined
  /** Whether reading waits for the browser to be online. @default false */
  isOffline?: boolean | undefined
  /** Offers to check for a contract at the address if no log was found. */
  codeCheck?: CodeCheck | undefined
  /** Progress of the scan from 0 to 1, shown next to the count until done. The `progress` of `useLogs` fits. */
  progress?: { readonly fraction: number } | undefined
  /** Called to retry everything that failed. */
  onRetry?: (() => void) | undefined
  /** Called to retry one failed range of blocks. */
  onRetryRange?: ((range: BlockInterval) => void) | undefined
  /** The log shown elsewhere, highlighted in the table. */
  selected?: LogRow | undefined
  /**
   * Moves to the logs of a block, or scrolls to a log without moving focus, as soon as it is loaded. Pass a new object each time. With a result of several
   * networks, a block needs its `chainId`.
   */
  reveal?:
    | { readonly block: bigint; readonly chainId?: number | undefined }
    | { readonly log: LogRow }
    | undefined
  /**
   * Scrolls with the other tables of this link, by block: from `createScrollLink()`. For tables of one network; with a result of
   * several, it does nothing.
   */
  scrollLink?: ScrollLink | undefined
  /** Opens the search in the loaded logs, as Control (or Command) with F in the table does. Pass a new object each time. */
  openFind?: object | undefined
  /** Called when a log is clicked or Enter is pressed on it. */
  onSelect?: ((log: LogRow) => void) | undefined
  /** Called with the logs above and below the selected one when they change: the `neighbors` of `LogDetails`. */
  onNeighbors?: ((neighbors: LogNeighbors) => void) | undefined
  /** Called with the rows while the table sorts them differently from `logs`, and with `undefined` when it does not, or is still sorting. */
  onSortedChange?: ((rows: SortedRows<row> | undefined) => void) | undefined
  /** Called when the marked logs change: by their checkboxes, Control or Shift with a click, or Space. */
  onSelectionChange?: ((logs: readonly LogRow[]) => void) | undefined
  /** Called to filter the query by a value. Without it, values filter the loaded logs only. */
  onFilter?: ((action: LogFilterAction) => void) | undefined
  /** Called to name an address, or to give a contract's ABI, from the menu of a cell. */
  onEditAddress?: ((address: Address, field: 'name' | 'abi') => void) | undefined
  /** Called to read the units of tokens that `tokens` lacks, from the menus of amounts and columns. */
  onReadTokens?: ((addresses: readonly Address[]) => void) | undefined
  /**
   * Ids (`blockHash:logIndex`) of logs that a reorganization removed, in addition to those with `removed: true`. They
   * fade out when they leave the list.
   */
  removed?: ReadonlySet<string> | undefined
  /** From this block on, logs may belong to a replaced chain and are marked as stale: the `staleFrom` of `live`. */
  staleFrom?: bigint | undefined
  /** Timestamps by block hash, in seconds since the epoch, for logs without one. */
  timestamps?: ReadonlyMap<Hash, bigint> | undefined
  /** Why missing timestamps will not be read, shown in their place. */
  timesMissing?: string | undefined
  /** Called with the hashes of visible blocks without a timestamp, once scrolling stops. */
  onTimesNeeded?: ((blocks: readonly Hash[]) => void) | undefined
  /** Labels of contracts and accounts. */
  labels?: AddressLabels | undefined
  /** Token units by address (case-insensitive), to show amounts that the tokens emit. */
  tokens?: Readonly<Record<string, TokenUnit>> | undefined
  /** Token units that differ between the networks of a result of `useMultichainLogs`, by chain id and address. */
  tokensByChain?: Readonly<Record<number, Readonly<Record<string, TokenUnit>>>> | undefined
  /**
   * Base of a block explorer's URLs: `https://xonescan.com`.
   *
   * @default the block explorer of each log's network, for a result of `useMultichainLogs`
   */
  explorerUrl?: string | undefined
  /** Links that differ from the explorer's usual paths. */
  links?: LinkBuilders | undefined
  /**
   * The columns to show, in order: built-in ones, arguments (`'args.value'`) and your own. Users can hide them, and show the
   * other built-in ones. Rows are memoized: pass the same array on each render.
   *
   * @default as many built-in ones as fit
   */
  columns?: readonly LogTableColumnDefinition<row>[] | undefined
  /**
   * Renders the addresses of contracts and arguments, for avatars, names or links of your own. `undefined` keeps the default. Rows are
   * memoized: pass the same function on each render.
   */
  renderAddress?: ((options: RenderAddressOptions<row>) => ReactNode) | undefined
  /** Renders the values of arguments. `undefined` keeps the default. */
  renderArg?: ((options: RenderArgOptions<row>) => ReactNode) | undefined
  /**
   * Renders the element of a row: `({ props }) => <div {...props} />`, with a class, data attributes or a context around it.
   */
  renderRow?: ((options: RenderRowOptions<row>) => ReactNode) | undefined
  /**
   * Looks up the label of an address, such as its ENS name. Called once for each address in sight without one in `labels`, after
   * scrolling stops, and for each network of a result of `useMultichainLogs`, whose `chainId` it gets. `signal` fires when the address
   * leaves the view. If a lookup fails, the plain address is shown.
   */
  resolveLabel?: AddressResolver<string> | undefined
  /** Looks up the unit of a token that has none in `tokens` or `tokensByChain`, like `resolveLabel`. */
  resolveToken?: AddressResolver<TokenUnit> | undefined
  /** Columns, order, density, times and filters (controlled). See `onViewChange`. */
  view?: LogTableView | undefined
  /** The initial view (uncontrolled). @default {} */
  defaultView?: LogTableView | undefined
  /**
   * Called when the view changes. It is plain JSON: keep it in storage or a link, and parse it with
   * `parseLogTableView`.
   */
  onViewChange?: ((view: LogTableView) => void) | undefined
  /** Row height, unless the view sets it. @default 'comfortable' */
  density?: 'compact' | 'comfortable' | undefined
  /** Shown next to the count of logs. */
  note?: ReactNode
}

/** The props by which an app renders parts of the table. */
export type CellRenderers<row extends LogRow = LogRow> = Pick<
  LogTableProps<row>,
  'renderAddress' | 'renderArg' | 'renderRow'
>

export interface RenderAddressOptions<row extends LogRow = LogRow> {
  /** With its checksum. */
  readonly address: Address
  readonly label: string | undefined
  /** Its page in the block explorer. */
  readonly href: string | undefined
  readonly log: row
}

export interface RenderArgOptions<row extends LogRow = LogRow> {
  readonly arg: DecodedArg
  /** Its position among the arguments. */
  readonly position: number
  /** The value as the table would show it. Untrusted: it may have invisible or right-to-left characters. */
  readonly text: string
  readonly log: row
}

export interface RenderRowOptions<row extends LogRow = LogRow> {
  /** All that the row's element needs, cells included. */
  readonly props: HTMLAttributes<HTMLDivElement>
  readonly log: row
}
