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
   * The result of `useLogs`: logs, order, status, error, coverage, progress, removals and retries. The props
   * below override its parts.
   */
  result?: LogsResult | undefined
  /** Ascending or descending in chain order. `undefined` while pending, as in a hook's result. */
  logs?: LogList<LogRow> | readonly LogRow[] | undefined
  /** Which way they run, for as long as there are too few to show it. @default 'asc' */
  order?: 'asc' | 'desc' | undefined
  /**
   * The status of the request. `loading` and `error` keep existing rows on the screen.
   *
   * @default 'error' with an error, 'loading' without logs, else 'success': what `coverage` awaits is shown in its place
   */
  status?: 'idle' | 'loading' | 'success' | 'error' | undefined
  /** Why nothing, or no more, could be read. */
  error?: Error | null | undefined
  /** The coverage of the logs, to tell "no logs" from "unknown". Missing blocks are shown as gaps between rows. */
  coverage?: Coverage | undefined
  /** Whether nothing is missing: a limit was reached without a gap, say. @default by `status` and `coverage` */
  isComplete?: boolean | undefined
  /** The newest block a node has shown: blocks beyond it are not there yet. */
  head?: bigint | undefined
  /** Whether the scan is paused. @default false */
  isPaused?: boolean | undefined
  /** Whether reading waits for the browser to be online. @default false */
  isOffline?: boolean | undefined
  /** Offers to check for a contract at the address if no log was found. */
  codeCheck?: CodeCheck | undefined
  /** Progress of the scan from 0 to 1, shown next to the count until done. The `progress` of `useLogs` fits. */
  progress?: { readonly fraction: number } | undefined
  /** Called to retry everything that failed. */
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
  /** Called to filter the query by a value. Without it, values filter the loaded logs only. */
  onFilter?: ((action: LogFilterAction) => void) | undefined
  /** Ids (`blockHash:logIndex`) of logs that a reorganization removed, besides those with `removed: true`. They fade when they leave the list. */
  removed?: ReadonlySet<string> | undefined
  /** From this block on, logs may be of a chain that is gone: they are marked until they are replaced. `staleFrom` of `live` fits. */
  staleFrom?: bigint | undefined
  /** Timestamps by block hash, in seconds since the epoch, for logs without one. */
  timestamps?: ReadonlyMap<Hash, bigint> | undefined
  /** Why times that are not known will not come: stands where they would. */
  timesMissing?: string | undefined
  /** Hashes of the blocks in sight whose time is not known, once scrolling rests. */
  onTimesNeeded?: ((blocks: readonly Hash[]) => void) | undefined
  /** Labels of contracts and accounts. */
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
  /** Row height, unless the view sets it. @default 'comfortable' */
  density?: 'compact' | 'comfortable' | undefined
  /** Shown next to the count of logs. */
  note?: ReactNode
  /** Shows the toolbar above the columns. @default true */
  toolbar?: boolean | undefined
}
