import type { ComponentProps, ReactNode } from 'react'
import type { Hash } from 'viem'
import type { BlockInterval, Coverage } from '../../../logs/Coverage.ts'
import type { LogRow } from '../../../logs/Log.ts'
import type { LogsResult } from '../../../logs/snapshot/LogsResult.ts'
import type { LogList } from '../../../logs/list/LogList.ts'
import type { AddressLabels } from '../../values/AddressLabels.ts'
import type { LinkBuilders } from '../../values/LinkBuilders.ts'
import type { TokenUnit } from '../../values/TokenUnit.ts'
import type { LogNeighbours } from './LogNeighbours.ts'
import type { CodeCheck } from './CodeCheck.ts'
import type { LogFilterAction } from './LogFilterAction.ts'
import type { LogTableView } from './LogTableView.ts'

export interface LogTableProps extends Omit<ComponentProps<'div'>, 'children' | 'onSelect'> {
  /**
   * What `useLogs` returned, whole: the logs with their order, status, error, coverage, progress, removals and retries. Any
   * of the props below takes the place of what it says.
   */
  result?: LogsResult | undefined
  /** In the chain's order, either way. `undefined` while nothing is known of them, as in the result of a hook that waits. */
  logs?: LogList<LogRow> | readonly LogRow[] | undefined
  /** Which way they run, for as long as there are too few to show it. @default 'asc' */
  order?: 'asc' | 'desc' | undefined
  /**
   * What the request for them is doing. With rows at hand, `loading` and `error` keep them on the screen.
   *
   * @default 'error' with an error, 'loading' without logs, else 'success': what `coverage` awaits is shown in its place
   */
  status?: 'idle' | 'loading' | 'success' | 'error' | undefined
  /** Why nothing, or no more, could be read. */
  error?: Error | null | undefined
  /** What is known, so that "no logs" and "not known" look different. What is missing is shown between the rows where it would be. */
  coverage?: Coverage | undefined
  /** Whether nothing is missing: a limit was reached without a gap, say. @default by `status` and `coverage` */
  isComplete?: boolean | undefined
  /** The newest block a node has shown: blocks beyond it are not there yet. */
  head?: bigint | undefined
  /** Whether reading is held back. @default false */
  isPaused?: boolean | undefined
  /** Whether reading waits for the browser to be online. @default false */
  isOffline?: boolean | undefined
  /** Offers, where no log was found, to ask whether there is a contract at the address at all. */
  codeCheck?: CodeCheck | undefined
  /** How far the scan is, from 0 to 1: said beside the count until it is done. The `progress` of `useLogs` fits. */
  progress?: { readonly fraction: number } | undefined
  /** Asks again for everything that failed. */
  onRetry?: (() => void) | undefined
  /** Asks again for one range of blocks that failed. */
  onRetryRange?: ((range: BlockInterval) => void) | undefined
  /** The log that is open elsewhere, marked in the table. */
  selected?: LogRow | undefined
  /** Goes to the logs of a block; or scrolls to a log, and leaves focus where it is. Each time with another object. */
  reveal?: { readonly block: bigint } | { readonly log: LogRow } | undefined
  /** A log was clicked, or Enter was pressed on it. */
  onSelect?: ((log: LogRow) => void) | undefined
  /** Other logs are above and below the selected one. `neighbours` of `LogDetails` fit. */
  onNeighbours?: ((neighbours: LogNeighbours) => void) | undefined
  /** Other logs were marked: by the boxes before them, Control or Shift with a click, or Space. */
  onSelectionChange?: ((logs: readonly LogRow[]) => void) | undefined
  /** Someone wants a value to be looked for. Without it, values can be looked for among the logs at hand alone. */
  onFilter?: ((action: LogFilterAction) => void) | undefined
  /** Identities (`blockHash:logIndex`) of logs that the chain took back, beside those whose `removed` says so. When one leaves the list, it fades. */
  removed?: ReadonlySet<string> | undefined
  /** From this block on, logs may be of a chain that is gone: they are marked until they are replaced. `staleFrom` of `live` fits. */
  staleFrom?: bigint | undefined
  /** Times of blocks by their hashes, in seconds since the epoch, for logs that do not carry them. */
  timestamps?: ReadonlyMap<Hash, bigint> | undefined
  /** Why times that are not known will not come: stands where they would. */
  timesMissing?: string | undefined
  /** Hashes of the blocks in sight whose time is not known, once scrolling rests. */
  onTimesNeeded?: ((blocks: readonly Hash[]) => void) | undefined
  /** Names of contracts and accounts. */
  labels?: AddressLabels | undefined
  /** Units of tokens by their addresses: amounts they emit are shown in them. Capitals in the keys do not matter. */
  tokens?: Readonly<Record<string, TokenUnit>> | undefined
  /** Base of a block explorer's URLs: `https://xonescan.com`. */
  explorerUrl?: string | undefined
  /** Links that differ from the explorer's usual paths. */
  links?: LinkBuilders | undefined
  /** Columns, order, density, times and filters, when you keep them. See `onViewChange`. */
  view?: LogTableView | undefined
  /** The view to begin with, when the table keeps it. @default {} */
  defaultView?: LogTableView | undefined
  /** The view was changed. It is plain JSON: keep it in storage or a link, and read it back by `parseLogTableView`. */
  onViewChange?: ((view: LogTableView) => void) | undefined
  /** How high rows are, unless the view says so. @default 'comfortable' */
  density?: 'compact' | 'comfortable' | undefined
  /** Stands beside the count of logs, when there is something to add to it. */
  note?: ReactNode
  /** The line above the columns: counts, order, what is marked, the view. @default true */
  toolbar?: boolean | undefined
}
