'use client'
import { useEffect, useId, useMemo, useState, type ComponentProps, type CSSProperties } from 'react'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { useMergedRef } from '../ui/useMergedRef.ts'
import { withRef } from '../ui/withRef.ts'
import { Announcement } from './Announcement.tsx'
import { headerRow } from './cells/readCell.ts'
import { columnTracks } from './columns/columnTracks.ts'
import type { ColumnDrag } from './columns/dragColumn.ts'
import { isStacked, stackedLayout } from './columns/stackedLayout.ts'
import type { TableView } from './columns/useTableView.ts'
import { lazyTools } from './lazyTools.ts'
import { useLogTableContext } from './LogTableContext.ts'
import type { OpenMenu } from './menus/OpenMenu.ts'
import { logTableStrings, type LogTableStrings } from './model/logTableStrings.ts'
import type { LogColumnId } from './model/LogTableView.ts'
import { LogTableHeader } from './rows/LogTableHeader.tsx'
import { LogTableRows } from './rows/LogTableRows.tsx'
import { Skeleton } from './rows/Skeleton.tsx'
import { useGridCommands } from './rows/useGridCommands.ts'
import { useGridFocus } from './rows/useGridFocus.ts'
import { useRoundedNow } from './rows/useRoundedNow.ts'
import { useScrollAnchor } from './rows/useScrollAnchor.ts'
import { headerHeight, rowHeights } from './scroll/rowSizes.ts'
import { useScroll } from './scroll/ScrollStore.ts'
import { useReveal } from './scroll/useReveal.ts'
import type { LogTableState } from './useLogTableState.ts'

export interface LogTableGridProps extends Omit<
  ComponentProps<'div'>,
  'children' | 'onFocus' | 'onBlur' | 'onKeyDown' | 'onClick' | 'onContextMenu'
> {}

/**
 * The header and the visible rows, with their menus, and a button that counts the logs that arrived out of view. Takes the height
 * that the other parts leave.
 *
 * @example
 * <LogTable.Grid />
 */
export const LogTableGrid = /* @__PURE__ */ withRef(function LogTableGrid({
  className,
  style,
  ref,
  ...rest
}: LogTableGridProps) {
  const table = useLogTableContext('LogTable.Grid')
  const { tools, store, view, sort, items, selection, find, props } = table
  const isEmpty = items.length === 0
  const status = table.isEmpty && !table.isLoading && table.status === 'loading' ? 'success' : table.status
  const helpId = useId()
  const strings = useStrings(logTableStrings)
  const stacked = useScroll(store, () => isStacked(store), false)
  const { columns } = view
  const { rowHeight, tracks, columnIds, pins } = useGridLayout(view, stacked)
  const focus = useGridFocus({ ...table, columns: columnIds, stacked })
  const { scrollLink } = props
  // Apart, so that neither repeats or hides a request of the other.
  useReveal(props.reveal, { ...table, ...focus })
  useReveal(find.reveal, { ...table, ...focus })
  useEffect(
    () => scrollLink && tools?.linkScroll(scrollLink, { items, store, rowHeight }),
    [tools, scrollLink, items, store, rowHeight],
  )

  const now = useRoundedNow(view.time === 'age')
  const [drag, setDrag] = useState<ColumnDrag>()
  const [menu, setMenu] = useState<OpenMenu>()
  // As when the table becomes too narrow for the column.
  if (menu && !menu.log && columns.every(({ id }) => id !== menu.column)) setMenu(undefined)
  const onClose = () => setMenu(undefined)
  const { retry, ...handlers } = useGridCommands({
    ...{ ...table, rowHeight, focus, onCloseMenu: onClose },
    loadTools: lazyTools.load,
    onMenu: (place, anchor) =>
      setMenu({
        ...{ place, anchor, log: items.logAt(place.row), column: columns[place.column]?.id },
        rendered: place.element.textContent ?? '',
      }),
  })
  useScrollAnchor({
    ...{ ...table, rowHeight },
    // While blocks are pending, added rows may be scan results or live logs.
    live: status === 'success' && (props.status !== undefined || !props.coverage?.pending.length),
    read: { open: props.selected, focused: focus.byKeys ? items.logAt(focus.row) : undefined },
    hold: menu !== undefined,
    sort,
    filters: view.filters,
  })
  const attachGrid = useMergedRef(store.attach, ref)
  const arrived = useScroll(store, () => store.arrived, 0)
  const [kind, text] = announcementOf(table, arrived, strings)
  const menuProps = menu && { ...table, menu, onClose }
  return (
    <>
      <Announcement kind={kind}>{text}</Announcement>
      {tools && <tools.GridNotes helpId={helpId} rows={items.length} marked={selection.size} />}
      {/* Cells take focus, one at a time; the grid only handles bubbling events. */}
      <div
        aria-label={strings.logs}
        {...rest}
        ref={attachGrid}
        role="grid"
        className={classNames('topic0-log-table-grid', className)}
        tabIndex={-1}
        aria-describedby={tools && helpId}
        aria-rowcount={items.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-busy={status === 'loading' || table.busy}
        data-layout={stacked ? 'stacked' : 'wide'}
        style={{ ...style, '--t0-tracks': tracks.template, '--t0-least': tracks.least } as CSSProperties}
        onFocus={focus.onFocus}
        {...handlers}
      >
        <span ref={store.attachRuler} className="topic0-log-table-ruler" aria-hidden="true" />
        <LogTableHeader
          {...{ view, sort, pins, drag }}
          onPointerDown={(event) => tools?.dragColumn(event, { view, onDrag: setDrag })}
          height={headerHeight}
          activeColumn={focus.row === headerRow ? focus.column : undefined}
          marked={selection.size > 0 ? 'some' : 'none'}
        />
        {!isEmpty && table.isMeasured && (
          <LogTableRows
            {...{ ...table, rowHeight, focus }}
            shared={{
              ...{ columns: columnIds, own: view.set.own, renderers: table.renderers, stacked, pins, now },
              ...{ labels: table.labels, tokens: table.tokens },
              ...{ timeFormat: view.time, timesMissing: props.timesMissing },
            }}
            onRetry={retry}
          />
        )}
        {isEmpty && status === 'loading' && <Skeleton columns={columnIds} height={rowHeight} />}
      </div>
      {tools &&
        menuProps &&
        (menu.log ? <tools.CellMenu {...menuProps} log={menu.log} /> : <tools.ColumnMenu {...menuProps} />)}
      {tools && arrived > 0 && <tools.NewLogs count={arrived} store={store} />}
    </>
  )
})

/** The height of rows and the places of columns. Arrays are the same until their values change, to avoid rerenders of rows. */
function useGridLayout({ columns, set, density, fit }: TableView, stacked: boolean) {
  const tracks = columnTracks(columns, set.own, fit)
  const ids = JSON.stringify(columns.map(({ id }) => id))
  const pinned = JSON.stringify(tracks.pins)
  const columnIds = useMemo(() => JSON.parse(ids) as LogColumnId[], [ids])
  const pins = useMemo(
    () => (JSON.parse(pinned) as (string | null)[]).map((pin) => (stacked ? undefined : (pin ?? undefined))),
    [pinned, stacked],
  )
  const rowHeight = stacked ? stackedLayout.rowHeight(columnIds) : rowHeights[density]
  return { rowHeight, tracks, columnIds, pins }
}

/** What screen readers announce, the first that applies: a copy, new logs, loading, the number of logs. */
function announcementOf(
  table: LogTableState,
  arrived: number,
  strings: LogTableStrings,
): [kind: string, text: string] {
  const number = (count: number) => formatNumber(count, strings.locale)
  if (table.copied) return ['copied', table.copied]
  if (arrived > 0) return ['arrived', strings.newLogs(number(arrived))]
  if (table.isLoading) return ['loading', strings.loading]
  // The placeholder announces why there are none.
  if (!table.isEmpty && table.status === 'success')
    return ['count', strings.logCount(number(table.items.order.length))]
  return ['none', '']
}
