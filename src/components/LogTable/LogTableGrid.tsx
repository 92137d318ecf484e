'use client'
import { useMemo, useState, useSyncExternalStore } from 'react'
import type { CSSProperties } from 'react'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { LogRow } from '../../logs/Log.ts'
import { useStrings } from '../strings/useStrings.ts'
import type { MenuAnchor } from '../ui/MenuItem.ts'
import type { LinksOfLog } from '../values/LinkBuilders.ts'
import type { CellPlace } from './cells/readCell.ts'
import type { CopiedText } from './cells/useClipboard.ts'
import { columnTracks } from './columns/columnTracks.ts'
import type { ColumnDrag } from './columns/dragColumn.ts'
import { stackedLayout } from './columns/stackedLayout.ts'
import type { TableView } from './columns/useTableView.ts'
import type { LogTableProps, CellRenderers } from './model/LogTableProps.ts'
import { logTableStrings } from './model/logTableStrings.ts'
import type { LogColumnId, LogSort } from './model/LogTableView.ts'
import type { TableItems } from './model/TableItems.ts'
import type { Find } from './order/useFind.ts'
import { LogTableHeader } from './rows/LogTableHeader.tsx'
import { LogTableRows } from './rows/LogTableRows.tsx'
import { Skeleton } from './rows/Skeleton.tsx'
import type { AddressLookups } from './rows/useAddressesInSight.ts'
import { useGridCommands } from './rows/useGridCommands.ts'
import { headerRow, useGridFocus } from './rows/useGridFocus.ts'
import type { LogSelection } from './rows/useLogSelection.ts'
import { useRoundedNow } from './rows/useRoundedNow.ts'
import { useScrollAnchor } from './rows/useScrollAnchor.ts'
import { headerHeight, rowHeights } from './scroll/rowSizes.ts'
import type { ScrollStore } from './scroll/ScrollStore.ts'
import { useReveal } from './scroll/useReveal.ts'
import { useScrollLink } from './scroll/useScrollLink.ts'
import { lazyTools } from './useTableTools.ts'
import type { TableTools } from './useTableTools.ts'

interface LogTableGridProps {
  tools: TableTools | undefined
  props: LogTableProps
  store: ScrollStore
  /** Whether the table is measured, so that rows will not shift. */
  isMeasured: boolean
  view: TableView
  sort: LogSort
  items: TableItems
  selection: LogSelection
  renderers: CellRenderers | undefined
  lookups: AddressLookups
  labels: ReadonlyMap<string, string>
  tokens: ReadonlyMap<string, TokenUnit>
  linksOf: LinksOfLog
  status: 'idle' | 'loading' | 'success' | 'error'
  busy: boolean
  helpId: string
  find: Pick<Find, 'matches' | 'reveal'>
  onCopy: (text: CopiedText) => void
}

/** A menu keeps the log it was opened on, because rows may be added above. */
interface OpenMenu {
  readonly place: CellPlace
  readonly log: LogRow | undefined
  readonly anchor: MenuAnchor
  /** The text of the cell. */
  readonly rendered: string
}

/** The grid: header, visible rows, and their menus. */
export function LogTableGrid(own: LogTableGridProps) {
  const {
    tools,
    props,
    store,
    view,
    sort,
    items,
    selection,
    labels,
    tokens,
    linksOf,
    status,
    busy,
    helpId,
    onCopy,
  } = own
  const { selected, removed, timesMissing, staleFrom, timestamps, onTimesNeeded, onFilter, onSelect } = props
  const strings = useStrings(logTableStrings)
  const { attach, attachRuler } = store
  const stacked = useSyncExternalStore(
    store.subscribe,
    () => store.width > 0 && store.width < stackedLayout.below,
    () => false,
  )
  const { columns } = view
  const rowHeight = stacked ? stackedLayout.rowHeight(columns.map(({ id }) => id)) : rowHeights[view.density]
  const tracks = columnTracks(columns, view.set.own, view.shortTimes)
  // Compared by value, to avoid rerenders of rows.
  const ids = JSON.stringify(columns.map(({ id }) => id))
  const pinned = JSON.stringify(tracks.pins)
  const columnIds = useMemo(() => JSON.parse(ids) as LogColumnId[], [ids])
  const pins = useMemo(
    () => (JSON.parse(pinned) as (string | null)[]).map((pin) => (stacked ? undefined : (pin ?? undefined))),
    [pinned, stacked],
  )
  const focus = useGridFocus({ items, columns: columnIds, store })
  useReveal({ ...props, items, moveTo: focus.moveTo, pointAt: focus.pointAt })

  useScrollLink({ link: props.scrollLink, items, store, rowHeight })

  const now = useRoundedNow(view.time === 'age')
  const [drag, setDrag] = useState<ColumnDrag>()
  const [menu, setMenu] = useState<OpenMenu>()
  const { retry, ...handlers } = useGridCommands({
    ...{ tools, props, store, rowHeight, view, sort, items, selection, labels, focus, onCopy },
    loadTools: lazyTools.load,
    onMenu: (place, anchor) =>
      setMenu({ place, log: items.logAt(place.row), anchor, rendered: place.element.textContent ?? '' }),
  })
  useScrollAnchor({
    ...{ items, rowHeight, store },
    // While blocks are pending, added rows may be scan results or live logs.
    live: status === 'success' && (props.status !== undefined || !props.coverage?.pending.length),
    read: { open: selected, focused: focus.byKeys ? items.logAt(focus.row) : undefined },
    hold: menu !== undefined,
    filters: view.filters,
  })
  const isEmpty = items.length === 0
  return (
    <>
      {/* Cells take focus, one at a time; the grid only handles bubbling events. */}
      <div
        ref={attach}
        role="grid"
        className="topic0-log-table-grid"
        tabIndex={-1}
        aria-label={strings.logs}
        aria-describedby={helpId}
        aria-rowcount={items.length + 1}
        aria-colcount={columns.length}
        aria-multiselectable="true"
        aria-busy={status === 'loading' || busy}
        data-layout={stacked ? 'stacked' : 'wide'}
        style={{ '--t0-tracks': tracks.template, '--t0-least': tracks.least } as CSSProperties}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
        {...handlers}
      >
        <span ref={attachRuler} className="topic0-log-table-ruler" aria-hidden="true" />
        <LogTableHeader
          {...{ view, sort, pins, drag }}
          onPointerDown={(event) =>
            tools?.dragColumn(event, { columns, update: view.arrange, onDrag: setDrag })
          }
          height={headerHeight}
          activeColumn={focus.row === headerRow ? focus.column : undefined}
          allMarked={selection.size > 0 ? 'some' : 'none'}
        />
        {!isEmpty && own.isMeasured && (
          <LogTableRows
            {...{ store, items, rowHeight, stacked, pins, labels, linksOf, selection, focus, now }}
            {...{ renderers: own.renderers, lookups: own.lookups, own: view.set.own }}
            {...{ selected, removed, staleFrom, timestamps, timesMissing, onTimesNeeded, tokens }}
            columns={columnIds}
            timeFormat={view.time}
            onRetry={retry}
            find={own.find}
          />
        )}
        {isEmpty && status === 'loading' && <Skeleton columns={columnIds} height={rowHeight} />}
      </div>
      {tools && menu && openedMenu(tools, menu)}
    </>
  )

  function openedMenu({ CellMenu, ColumnMenu }: TableTools, { place, log, anchor, rendered }: OpenMenu) {
    const onClose = () => setMenu(undefined)
    const column = columns[place.column]
    if (!column) return null
    if (place.row === headerRow) {
      const width = place.element.getBoundingClientRect().width
      return (
        <ColumnMenu
          {...{ view, sort, width, anchor, items, tokens, onClose }}
          column={place.column}
          onReadTokens={props.onReadTokens}
        />
      )
    }
    if (!log) return null
    return (
      <CellMenu
        {...{ log, anchor, rendered, labels, tokens, onFilter, onCopy, onClose }}
        column={column.id}
        links={linksOf(log)}
        own={view.set.own}
        arg={place.arg}
        marked={() => (selection.has(log) ? selection.logs() : [])}
        onLocalFilter={(filter) => view.update({ filters: [...view.filters, filter] })}
        sort={sort}
        onSort={view.update}
        onOpen={onSelect}
        onEditAddress={props.onEditAddress}
        onReadTokens={props.onReadTokens}
      />
    )
  }
}
