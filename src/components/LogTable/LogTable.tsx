'use client'
import { useId, useMemo, useState, useSyncExternalStore } from 'react'
import type { ComponentProps } from 'react'
import type { BlockInterval, Coverage } from '../../logs/Coverage.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogList } from '../../logs/LogList.ts'
import { logId } from '../../logs/order.ts'
import type { AddressLabels } from '../AddressLabels.ts'
import { classNames } from '../classNames.ts'
import { explorerLinks } from '../explorerLinks.ts'
import { formatNumber } from '../formatNumber.ts'
import { labelMap } from '../labelMap.ts'
import type { LinkBuilders } from '../LinkBuilders.ts'
import { useStrings } from '../useStrings.ts'
import { columns as allColumns } from './columns.ts'
import { LogTableNotices } from './LogTableNotices.tsx'
import { LogTablePlaceholder } from './LogTablePlaceholder.tsx'
import { LogTableRow } from './LogTableRow.tsx'
import { rowWindow } from './rowWindow.ts'
import { ScrollStore } from './ScrollStore.ts'
import { useGridFocus } from './useGridFocus.ts'
import { useSteadyScroll } from './useSteadyScroll.ts'

export interface LogTableProps extends Omit<ComponentProps<'div'>, 'children' | 'onSelect'> {
  /** `undefined` while nothing is known of them, as in the result of a hook that waits. */
  logs: LogList<LogRow> | readonly LogRow[] | undefined
  /**
   * What the request for them is doing. With rows at hand, `loading` and `error` keep them on the screen.
   *
   * @default 'error' with an error, 'success' with logs, 'loading' without either
   */
  status?: 'idle' | 'loading' | 'success' | 'error' | undefined
  error?: Error | null | undefined
  /** What is known, so that "no logs" and "not known" look different. */
  coverage?: Coverage | undefined
  /** Asks again for everything that failed. */
  onRetry?: (() => void) | undefined
  /** Asks again for one range of blocks that failed. */
  onRetryRange?: ((range: BlockInterval) => void) | undefined
  /** The log that is open elsewhere, marked in the table. */
  selected?: LogRow | undefined
  /** A log was clicked, or Enter was pressed on it. */
  onSelect?: ((log: LogRow) => void) | undefined
  labels?: AddressLabels | undefined
  /** Base of a block explorer's URLs: `https://xonescan.com`. */
  explorerUrl?: string | undefined
  /** Links that differ from the explorer's usual paths. */
  links?: LinkBuilders | undefined
  /** @default 'comfortable' */
  density?: 'compact' | 'comfortable' | undefined
}

const none: readonly LogRow[] = []
const rowHeights = { compact: 30, comfortable: 38 }
const stackedRowHeight = 92
const headerHeight = 36
// Below this width a row becomes a card of three lines.
const stackedBelow = 720
// Assumed until the element has been measured, as on a server.
const assumedHeight = 640

/**
 * Logs as a grid: only the rows in sight are drawn, so that any number scrolls. Give it a height; it has one of its own otherwise.
 * `data-state` is `idle`, `loading`, `success`, `empty` or `error`.
 *
 * @example
 * <LogTable logs={logs.data} status={logs.isError ? 'error' : undefined} error={logs.error} onSelect={setLog} />
 */
export function LogTable(props: LogTableProps) {
  const { logs = none, status = props.error ? 'error' : props.logs ? 'success' : 'loading' } = props
  const { error, coverage, onRetry, onRetryRange, selected, onSelect } = props
  const { labels, explorerUrl, links, density = 'comfortable' } = props
  const strings = useStrings()
  const helpId = useId()
  const [store] = useState(() => new ScrollStore())
  const { attach } = store
  const stacked = useSyncExternalStore(
    store.subscribe,
    () => store.width > 0 && store.width < stackedBelow,
    () => false,
  )
  const rowHeight = stacked ? stackedRowHeight : rowHeights[density]
  const height = useSyncExternalStore(
    store.subscribe,
    () => store.height || assumedHeight,
    () => assumedHeight,
  )
  // Between multiples of a few rows nothing changes on the screen that scrolling does not do by itself; where rows are
  // too many to be drawn at their own place, every pixel counts.
  const scaled = logs.length * rowHeight > 16_000_000
  const step = scaled ? 1 : rowHeight * 4
  const top = useSyncExternalStore(
    store.subscribe,
    () => Math.floor(store.top / step) * step,
    () => 0,
  )
  const view = rowWindow({ count: logs.length, rowHeight, top, height: height + (scaled ? 0 : step) })
  // Room for times is kept until it is known that there are none: nothing shifts when the first rows arrive.
  const first = logs.at(0)
  const hasTime = !first || first.blockTimestamp !== undefined
  const columns = useMemo(() => allColumns.filter((column) => column !== 'time' || hasTime), [hasTime])
  const labelsByAddress = useMemo(() => labelMap(labels), [labels])
  const linkBuilders = useMemo(() => explorerLinks(explorerUrl, links), [explorerUrl, links])
  const focus = useGridFocus({ logs, columns: columns.length, rowHeight, headerHeight, store, onSelect })
  useSteadyScroll({ logs, rowHeight, store, enabled: !scaled })

  const [pointed, setPointed] = useState(-1)

  const isEmpty = logs.length === 0
  const state = isEmpty && status === 'success' ? 'empty' : status
  const indices = rowsToDraw(view.first, view.last, focus.index)
  const selectedId = selected && logId(selected)

  return (
    <div {...rootProps(props)} data-state={state}>
      {(!isEmpty || status === 'loading' || status === 'success') && (
        <LogTableNotices
          error={!isEmpty && status === 'error' ? (error ?? undefined) : undefined}
          {...{ coverage, onRetry, onRetryRange }}
        />
      )}
      <p id={helpId} className="topic0-visually-hidden">
        {strings.gridHelp}
      </p>
      <output className="topic0-visually-hidden">
        {status === 'loading'
          ? strings.loading
          : status === 'success' && !isEmpty
            ? strings.logCount(formatNumber(logs.length, strings.locale))
            : ''}
      </output>
      {/* The grid's cells take focus, one at a time; the grid only listens for what bubbles up to it. */}
      <div
        ref={attach}
        role="grid"
        className="topic0-log-table-grid"
        tabIndex={-1}
        aria-label={strings.logs}
        aria-describedby={helpId}
        aria-rowcount={logs.length + 1}
        aria-colcount={columns.length}
        aria-busy={status === 'loading'}
        data-layout={stacked ? 'stacked' : 'wide'}
        data-time={hasTime}
        {...focus.handlers}
        onPointerOver={(event) => setPointed(rowAt(event.target))}
        onPointerLeave={() => setPointed(-1)}
      >
        <div
          role="row"
          className="topic0-log-table-header"
          aria-rowindex={1}
          style={{ height: headerHeight }}
        >
          {columns.map((column, at) => (
            <div
              key={column}
              role="columnheader"
              className="topic0-log-table-cell"
              aria-colindex={at + 1}
              data-column={column}
            >
              {strings[column]}
            </div>
          ))}
        </div>
        {!isEmpty && (
          <div role="rowgroup" className="topic0-log-table-body" style={{ height: view.size }}>
            <div
              role="presentation"
              className="topic0-log-table-window"
              style={{ transform: `translateY(${view.shift}px)` }}
            >
              {indices.map((index) => {
                const log = logs.at(index)
                return (
                  log && (
                    <LogTableRow
                      key={`${logId(log)}${log.removed ? ':removed' : ''}`}
                      log={log}
                      index={index}
                      y={view.y(index)}
                      height={rowHeight}
                      columns={columns}
                      labels={labelsByAddress}
                      links={linkBuilders}
                      selected={selectedId !== undefined && logId(log) === selectedId}
                      copyable={index === pointed || (focus.entered && index === focus.index)}
                      activeColumn={index === focus.index ? focus.column : undefined}
                    />
                  )
                )
              })}
            </div>
          </div>
        )}
        {isEmpty && status === 'loading' && <Skeleton rows={24} height={rowHeight} />}
      </div>
      {isEmpty && status !== 'loading' && (
        <LogTablePlaceholder
          status={status}
          error={error ?? undefined}
          retryAbove={onRetryRange !== undefined && coverage?.failed.length === 1}
          {...{ coverage, onRetry }}
        />
      )}
    </div>
  )
}

/** The props that are not ours go to the root. */
function rootProps(props: LogTableProps): ComponentProps<'div'> {
  const {
    logs: _logs,
    status: _status,
    error: _error,
    coverage: _coverage,
    onRetry: _onRetry,
    onRetryRange: _onRetryRange,
    selected: _selected,
    onSelect: _onSelect,
    labels: _labels,
    explorerUrl: _explorerUrl,
    links: _links,
    density: _density,
    className,
    ...rest
  } = props
  return { ...rest, className: classNames('topic0', 'topic0-log-table', className) }
}

/** The index of the row that an element is in, -1 outside of rows. */
function rowAt(target: EventTarget): number {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
  return Number(row?.dataset['index'] ?? -1)
}

/** The rows in sight, and the one that has focus, wherever it is: focus must not be lost by scrolling. */
function rowsToDraw(first: number, last: number, active: number): readonly number[] {
  const indices = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  if (active >= 0 && active < first) indices.unshift(active)
  if (active > last) indices.push(active)
  return indices
}

function Skeleton({ rows, height }: { rows: number; height: number }) {
  return (
    <div className="topic0-log-table-skeleton" aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="topic0-log-table-row" style={{ height }}>
          {allColumns.map((column) => (
            <div key={column} className="topic0-log-table-cell" data-column={column}>
              <span className="topic0-bone" />
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}
