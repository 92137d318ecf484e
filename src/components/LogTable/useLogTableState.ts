'use client'
import { useMemo, useRef, useState } from 'react'
import type { LogSource } from '../../logs/list/PackedCursor.ts'
import type { LogRow } from '../../logs/Log.ts'
import { describeLogs, type LogsPhase } from '../../logs/snapshot/describeLogs.ts'
import { useStrings } from '../strings/useStrings.ts'
import { useClipboard } from '../ui/useClipboard.ts'
import { useLazyModule } from '../ui/useLazyModule.ts'
import { linksOfLogs } from '../values/LinkBuilders.ts'
import { useLookups } from '../values/useLookups.ts'
import { columnSet, withNetworks } from './columns/ColumnSet.ts'
import { shownOwn, useTableView } from './columns/useTableView.ts'
import { lazyTools, type TableTools } from './lazyTools.ts'
import { coverageGaps } from './model/coverageGaps.ts'
import type { LogTableProps } from './model/LogTableProps.ts'
import { logTableStrings } from './model/logTableStrings.ts'
import type { LogSort } from './model/LogTableView.ts'
import type { RowOrder } from './model/RowOrder.ts'
import { TableItems } from './model/TableItems.ts'
import { useRowOrder } from './order/useRowOrder.ts'
import { useSortedRows } from './order/useSortedRows.ts'
import { useTableFind } from './order/useTableFind.ts'
import { useNeighbors } from './rows/useNeighbors.ts'
import { useNumberColumns } from './rows/useNumberColumns.ts'
import { useRoundedNow } from './rows/useRoundedNow.ts'
import { useRowSelection } from './rows/useRowSelection.ts'
import { headerHeight } from './scroll/rowSizes.ts'
import { ScrollStore } from './scroll/ScrollStore.ts'
import { useMeasureBeforePaint } from './scroll/useMeasureBeforePaint.ts'
import { useStableChains, useChainNetworks } from './useStableChains.ts'

const none: readonly LogRow[] = []

/** `empty` and the states below it mean that there are no rows. */
export type LogTableStatus =
  | 'idle'
  | 'loading'
  | 'success'
  | 'error'
  | 'empty'
  | 'undecodable'
  | 'awaiting'
  | 'offline'
  | 'incomplete'

/** What the parts of a table share: derived from the props of its root, and what its user chose. */
export type LogTableState = ReturnType<typeof useLogTableState>

/** The state of a table, from its props as completed by `withResult`. */
export function useLogTableState(props: LogTableProps) {
  const { logs = none, status = props.error ? 'error' : props.logs ? 'success' : 'loading' } = props
  const { result, coverage, timestamps, explorerUrl, links, columns, renderAddress, renderArg, renderRow } =
    props
  const strings = useStrings(logTableStrings)
  const [store] = useState(() => new ScrollStore(headerHeight))
  const isMeasured = useMeasureBeforePaint(store, logs.length > 0)
  const { loaded: tools, error: toolsError, load: loadTools } = useLazyModule(lazyTools)
  const lookups = useLookups(props, tools)

  // Reserves space for times until the first log shows that there are none, so that nothing shifts when rows arrive.
  const first = logs.at(0)
  const hasTime = !first || first.blockTimestamp !== undefined || timestamps !== undefined
  const networks = useChainNetworks(result)
  const linksOf = useMemo(() => linksOfLogs(explorerUrl, links, networks), [explorerUrl, links, networks])
  const multichain = result && 'chains' in result ? result : undefined
  const sortedBy = multichain?.sortedBy
  const chains = useStableChains(multichain?.chains)
  const offered = useMemo(
    () => withNetworks(columnSet(columns), networks, { header: strings.network, sortedBy }),
    [columns, networks, strings.network, sortedBy],
  )
  const renderers = useMemo(
    () => ({ renderAddress, renderArg, renderRow }),
    [renderAddress, renderArg, renderRow],
  )
  const now = useRoundedNow(false)
  const times = [first, logs.at(-1)].map(
    (log) => log?.blockTimestamp ?? (log && timestamps?.get(log.blockHash)),
  )
  const chosen = useTableView({ ...props, set: offered, hasTime, store, times, now })
  const { labels, tokens } = lookups
  const {
    logs: ordered,
    order,
    busy,
    isWaiting = false,
  } = useRowOrder(logs, chosen.sort, chosen.filters, props.order, offered.own, labels, tools)
  // Each new block changes it, and only pending blocks depend on it.
  const head = coverage?.pending.length ? props.head : undefined
  const items = useTableItems(ordered, order, { chains, coverage, head }, tools)
  useNeighbors({ ...props, items, tools })
  useSortedRows({ ...props, logs: ordered, rows: order, busy, tools })
  const sort: LogSort = order.sort ?? { column: 'block', direction: order.direction! }
  const { locale } = strings
  const set = useNumberColumns(chosen, items, { labels, tokens, locale })
  const view = { ...chosen, set }
  const { openFind } = props
  const find = useTableFind({ items, store, tools, openFind, labels, tokens, locale })
  const withTools = (run: (loaded: TableTools) => void) => {
    if (tools) run(tools)
    // A failure to load them is shown by `LogTable.Notices`.
    else lazyTools.load().then(run, () => {})
  }
  const selection = useRowSelection(items, { ...props, tools, withTools })
  const clipboard = useClipboard()
  const hasFocusRef = useRef(false)

  const isEmpty = logs.length === 0
  const undecodable = 'undecodable' in logs ? logs.undecodable : 0
  const described = describeLogs({ ...props, status, count: logs.length, undecodable })
  const { isCounted, isBusy } = described
  const isAwaiting = described.phase === 'incomplete' && chains && tools?.isReadToHeads(chains)
  const phase = isAwaiting ? 'awaiting' : described.phase
  return {
    ...{ props, status, store, tools, withTools, toolsError, loadTools, networks, linksOf, renderers },
    ...{ view, sort, items, chains, selection, phase, isCounted, undecodable, isEmpty, busy },
    ...{ lookups, labels, tokens },
    /** What came of copying, for a moment. */
    copied: clipboard.message,
    onCopy: clipboard.copy,
    /** Logs in the list that is shown: an older one while a newer one is sorted. */
    loadedCount: ordered.length,
    state: stateOf(phase, isEmpty),
    isLoading: isBusy,
    /** Whether rows are in chain order because the code that sorts them is missing. */
    isUnsorted: isWaiting,
    /** Whether the table is measured, so that rows will not shift. */
    isMeasured: isMeasured && (!isWaiting || toolsError !== undefined),
    ...find,
    /** Whether a log may belong to a replaced chain. */
    isStale(log: LogRow): boolean {
      const chain = multichain?.chains.find(({ chainId }) => 'chainId' in log && log.chainId === chainId)
      const from = props.staleFrom ?? chain?.live?.staleFrom
      return from !== undefined && log.blockNumber >= from
    },
    hasFocus: () => hasFocusRef.current,
    noteFocus(hasFocus: boolean) {
      hasFocusRef.current = hasFocus
    },
    copySelected(format: 'text' | 'json' | 'csv') {
      const text = ({ formatLogs }: Pick<TableTools, 'formatLogs'>) =>
        formatLogs(selection.logs(), format, shownOwn(view))
      clipboard.copy(tools ? text(tools) : lazyTools.load().then(text))
    },
  }
}

interface GapSources {
  chains: ReturnType<typeof useStableChains>
  coverage: LogTableProps['coverage']
  head: LogTableProps['head']
}

/** The rows, with gaps for missing blocks while they are in chain order. */
function useTableItems(
  logs: LogSource,
  order: RowOrder,
  { chains, coverage, head }: GapSources,
  tools: TableTools | undefined,
): TableItems {
  // Only for several chains: with one, rows stay the same when tools are loaded, and are not rendered again.
  const chainGaps = chains && tools?.chainGaps
  return useMemo(() => {
    const { direction, length } = order
    if (!direction || length === 0) return new TableItems(logs, order, [])
    const shown = { length, at: (row: number) => logs.at(order.logAt(row)) }
    const gaps = chains
      ? chainGaps?.(chains, { ...shown, compare: logs.compare }, direction)
      : coverage && coverageGaps(coverage, shown, direction, head)
    return new TableItems(logs, order, gaps ?? [])
  }, [logs, order, coverage, head, chains, chainGaps])
}

function stateOf(phase: LogsPhase, isEmpty: boolean): LogTableStatus {
  if (phase === 'failed') return 'error'
  if (phase === 'reading') return 'loading'
  if (!isEmpty || phase === 'complete') return 'success'
  return phase === 'paused' ? 'incomplete' : phase
}
