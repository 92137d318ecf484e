'use client'
import type { JSX, KeyboardEvent } from 'react'
import { useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { LogRow } from '../../logs/Log.ts'
import { describeLogs } from '../../logs/snapshot/describeLogs.ts'
import type { LogsPhase } from '../../logs/snapshot/describeLogs.ts'
import type { ChainLogsResult } from '../../logs/snapshot/LogsResult.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { linksOfLogs } from '../values/LinkBuilders.ts'
import { Announcement } from './Announcement.tsx'
import { useClipboard } from './cells/useClipboard.ts'
import { columnSet, withNetworks } from './columns/ColumnSet.ts'
import { shownOwn, useTableView } from './columns/useTableView.ts'
import { LogTableBar } from './LogTableBar.tsx'
import { LogTableGrid } from './LogTableGrid.tsx'
import { LogTableNotices } from './LogTableNotices.tsx'
import type { FailedRead } from './LogTableNotices.tsx'
import { LogTablePlaceholder } from './LogTablePlaceholder.tsx'
import { coverageGaps } from './model/coverageGaps.ts'
import type { LogTableProps } from './model/LogTableProps.ts'
import { logTableStrings } from './model/logTableStrings.ts'
import type { LogSort } from './model/LogTableView.ts'
import { restProps } from './model/restProps.ts'
import { TableItems } from './model/TableItems.ts'
import { withResult } from './model/withResult.ts'
import { useFind } from './order/useFind.ts'
import { useRowOrder } from './order/useRowOrder.ts'
import { useSortedRows } from './order/useSortedRows.ts'
import { NewLogs } from './rows/NewLogs.tsx'
import { useLogSelection } from './rows/useLogSelection.ts'
import { useNeighbours } from './rows/useNeighbours.ts'
import { useRoundedNow } from './rows/useRoundedNow.ts'
import { headerHeight, maxPrintedRows } from './scroll/rowSizes.ts'
import { ScrollStore } from './scroll/ScrollStore.ts'
import { useMeasureBeforePaint } from './scroll/useMeasureBeforePaint.ts'
import { useLookups } from './useLookups.ts'
import { useTableTools } from './useTableTools.ts'

const none: readonly LogRow[] = []

/**
 * A virtualized grid of logs, for any number of rows. Give it a height, else it uses a default. Prints the first 1,000
 * rows and the total number. `data-state` is `idle`, `loading`, `success`, `error`, or, without rows, `empty` (there
 * are none), `undecodable` (none fits its event), `awaiting` (their blocks are not there yet), `offline` or
 * `incomplete` (not known).
 *
 * @example
 * <LogTable result={logs} onSelect={setLog} />
 */
export const LogTable = /* @__PURE__ */ withRef(function LogTable(given: LogTableProps): JSX.Element {
  const props = withResult(given)
  const { logs = none, status = props.error ? 'error' : props.logs ? 'success' : 'loading' } = props
  const { error, coverage, onRetry, onRetryRange, timestamps, toolbar = true } = props
  const { explorerUrl, links, columns, renderAddress, renderArg, renderRow } = props
  const strings = useStrings(logTableStrings)
  const helpId = useId()
  const [store] = useState(() => new ScrollStore(headerHeight))
  const isMeasured = useMeasureBeforePaint(store, logs.length > 0)
  const lookups = useLookups(props)
  const { tools, error: toolsError, load } = useTableTools()

  // Reserves space for times until the first log shows that there are none, so that nothing shifts when rows arrive.
  const first = logs.at(0)
  const hasTime = !first || first.blockTimestamp !== undefined || timestamps !== undefined
  const networks = useNetworks(given.result)
  const linksOf = useMemo(() => linksOfLogs(explorerUrl, links, networks), [explorerUrl, links, networks])
  const multichain = given.result && 'chains' in given.result ? given.result : undefined
  const sortedBy = multichain?.sortedBy
  const chains = useKnownChains(multichain?.chains)
  const set = useMemo(
    () => withNetworks(columnSet(columns), networks, { header: strings.network, sortedBy }),
    [columns, networks, strings.network, sortedBy],
  )
  const renderers = useMemo(
    () => (renderAddress || renderArg || renderRow ? { renderAddress, renderArg, renderRow } : undefined),
    [renderAddress, renderArg, renderRow],
  )
  const now = useRoundedNow(false)
  const times = [first, logs.at(-1)].map(
    (log) => log?.blockTimestamp ?? (log && timestamps?.get(log.blockHash)),
  )
  const view = useTableView({ ...props, set, hasTime, store, times, now })
  const {
    logs: ordered,
    order,
    busy,
    isWaiting,
  } = useRowOrder(logs, view.sort, view.filters, props.order, set.own, tools)
  const items = useMemo(() => {
    const { direction, length } = order
    const shown = { length, at: (row: number) => ordered.at(order.logAt(row)) }
    if (!direction || length === 0) return new TableItems(ordered, order, [])
    const gaps = chains
      ? tools?.chainGaps(chains, { ...shown, compare: ordered.compare }, direction)
      : coverage && coverageGaps(coverage, shown, direction)
    return new TableItems(ordered, order, gaps ?? [])
  }, [ordered, order, coverage, chains, tools])
  useNeighbours({ ...props, items })
  useSortedRows({ ...props, logs: ordered, rows: order, busy })
  const { direction } = order
  const sort: LogSort =
    direction || !view.sort ? { column: 'block', direction: direction ?? 'desc' } : view.sort
  const { labels, tokens } = lookups
  const find = useFind(items, { labels, tokens, locale: strings.locale }, tools)
  const [findOpened, setFindOpened] = useState(0)
  const openFind = () => {
    setFindOpened((count) => count + 1)
    if (find.text === undefined) find.search('')
  }
  const [wasAsked, setWasAsked] = useState(props.openFind)
  if (props.openFind !== wasAsked) {
    setWasAsked(props.openFind)
    if (props.openFind) openFind()
  }
  const selection = useLogSelection(items, props.onSelectionChange)
  const clipboard = useClipboard()
  const arrived = useSyncExternalStore(
    store.subscribe,
    () => store.arrived,
    () => 0,
  )

  const isEmpty = logs.length === 0
  const undecodable = 'undecodable' in logs ? logs.undecodable : 0
  const { phase, isCounted } = describeLogs({ ...props, status, count: logs.length, undecodable })
  const isLoading = phase === 'loading' || phase === 'reading'
  const number = (count: number) => formatNumber(count, strings.locale)
  const news = clipboard.said
    ? 'copied'
    : arrived > 0
      ? 'arrived'
      : isLoading
        ? 'loading'
        : status === 'success' && !isEmpty
          ? 'count'
          : 'none'
  const shownError = !isEmpty && status === 'error' ? (error ?? undefined) : undefined
  const failedAt = items.gaps.findIndex((gap) => gap.state === 'failed')
  const showFailed = failedAt < 0 ? undefined : () => store.reveal(items.gaps[failedAt]!.before + failedAt)
  return (
    // The handler only takes over a shortcut.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      {...restProps(props)}
      className={classNames('topic0', 'topic0-log-table', props.className)}
      data-state={stateOf(phase, isEmpty)}
      onKeyDown={(event) => {
        props.onKeyDown?.(event)
        // The browser's own search stands in if the table's could not be loaded.
        if (!isFindKey(event) || event.defaultPrevented || toolsError) return
        event.preventDefault()
        openFind()
      }}
    >
      {toolbar && (
        <LogTableBar
          {...{ tools, view, sort, selection }}
          shown={items.order.length}
          loaded={logs.length}
          loading={isLoading || busy}
          known={isCounted}
          progress={props.progress?.fraction}
          note={props.note}
          onFind={openFind}
          onCopy={(format) =>
            tools && clipboard.copy(tools.formatLogs(selection.logs(), format, shownOwn(view)))
          }
          copied={clipboard.said}
        />
      )}
      {tools && find.text !== undefined && (
        <tools.FindBar
          find={find}
          text={find.text}
          opened={findOpened}
          onClose={() => {
            find.close()
            store.element?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
          }}
        />
      )}
      {(networks || !isEmpty || status === 'loading' || status === 'success') && (
        <LogTableNotices
          reads={readsOf(given.result) ?? [{ error: shownError, coverage, onRetry, onRetryRange }]}
          toolsError={toolsError}
          isUnsorted={isWaiting === true}
          onLoadTools={load}
          onShow={showFailed}
        />
      )}
      {items.length > maxPrintedRows && (
        <p className="topic0-print-note" aria-hidden="true">
          {strings.printedRows(number(maxPrintedRows), number(items.length))}
        </p>
      )}
      {/* Hidden, because the grid's description includes it. */}
      <p id={helpId} hidden>
        {strings.gridHelp}
      </p>
      <Announcement kind={news}>
        {news === 'copied'
          ? (clipboard.said ?? '')
          : news === 'arrived'
            ? strings.newLogs(number(arrived))
            : news === 'loading'
              ? strings.loading
              : news === 'count'
                ? strings.logCount(number(items.order.length))
                : ''}
      </Announcement>
      <LogTableGrid
        props={find.reveal ? { ...props, reveal: find.reveal } : props}
        find={find}
        {...{ tools, store, view, sort, items, selection, helpId }}
        {...{ renderers, lookups }}
        {...{ labels, tokens }}
        isMeasured={isMeasured && (!isWaiting || toolsError !== undefined)}
        linksOf={linksOf}
        status={isEmpty && !isLoading && status === 'loading' ? 'success' : status}
        busy={busy}
        onCopy={clipboard.copy}
      />
      {arrived > 0 && <NewLogs count={arrived} store={store} />}
      {isEmpty && !isLoading && (
        <LogTablePlaceholder
          phase={phase}
          undecodable={undecodable}
          codeCheck={props.codeCheck}
          error={error ?? undefined}
          retryAbove={onRetryRange !== undefined && coverage?.failed.length === 1}
          {...{ coverage, onRetry, tools }}
        />
      )}
    </div>
  )
}) as <row extends LogRow = LogRow>(props: LogTableProps<row>) => JSX.Element

/** Control or Command with F. In the field of the search, it reaches the browser. */
export function isFindKey({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  const isKey = key.toLowerCase() === 'f' && (ctrlKey || metaKey) && !shiftKey && !altKey
  return isKey && !(target as Element).closest('.topic0-log-table-find')
}

/** The same array until something changes that gaps are made from. */
function useKnownChains(chains: readonly ChainLogsResult[] | undefined) {
  const [known, setKnown] = useState(chains)
  const isKnown =
    chains?.length === known?.length &&
    chains?.every((chain, at) => {
      const { coverage, data, isFetching, retryRange } = known![at]!
      return (
        chain.coverage === coverage &&
        chain.data === data &&
        chain.isFetching === isFetching &&
        chain.retryRange === retryRange
      )
    })
  if (chains !== known && !isKnown) setKnown(chains)
  return known
}

type Network = Pick<ChainLogsResult, 'name' | 'explorerUrl'>

/** The networks of a result of several chains. The same map for the same networks. */
function useNetworks(result: LogTableProps['result']) {
  const text =
    result &&
    'chains' in result &&
    JSON.stringify(result.chains.map(({ chainId, name, explorerUrl }) => [chainId, { name, explorerUrl }]))
  return useMemo(() => (text ? new Map(JSON.parse(text) as [number, Network][]) : undefined), [text])
}

/** The unread blocks of each chain. */
function readsOf(result: LogTableProps['result']): readonly FailedRead[] | undefined {
  if (!result || !('chains' in result)) return undefined
  return result.chains.map(({ name, data, error, live, coverage, isFetching, retry, retryRange }) => ({
    network: name,
    hasLogs: data !== undefined,
    error: error ?? (data ? undefined : live?.error),
    coverage,
    onRetry: retry,
    onRetryRange: isFetching ? undefined : retryRange,
  }))
}

function stateOf(phase: LogsPhase, isEmpty: boolean): string {
  if (phase === 'failed') return 'error'
  if (phase === 'reading') return 'loading'
  if (!isEmpty) return 'success'
  return phase === 'paused' ? 'incomplete' : phase
}
