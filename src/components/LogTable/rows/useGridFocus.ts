'use client'
import { useLayoutEffect, useState, type FocusEvent } from 'react'
import { flushSync } from 'react-dom'
import { headerRow, readCell, rowSelector } from '../cells/readCell.ts'
import { isOnCard } from '../columns/stackedLayout.ts'
import type { LogColumnId } from '../model/LogTableView.ts'
import type { TableItem, TableItems } from '../model/TableItems.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'

interface GridFocusOptions {
  items: TableItems
  columns: readonly LogColumnId[]
  /** Whether rows are cards, which hide some columns. */
  stacked: boolean
  store: ScrollStore
  /** Whether focus was within the table when it was last reported. */
  hasFocus: () => boolean
}

interface Active {
  /** The focused item, tracked by identity because rows may be added before it. */
  item: TableItem | undefined
  row: number
  /** The column by id, and its position in case it is removed. */
  id: LogColumnId | undefined
  column: number
  /** Whether it was reached by keyboard rather than by click. */
  byKeys: boolean
}

const nowhere: Active = { item: undefined, row: 0, id: undefined, column: 0, byKeys: false }

/**
 * Roving focus for a virtualized grid: one cell is in the tab order, arrow keys move it, and its row stays rendered
 * wherever the user scrolls.
 */
export function useGridFocus({ items, columns, stacked, store, hasFocus }: GridFocusOptions) {
  const [active, setActive] = useState(nowhere)
  const { item } = active
  const found = item?.log ? items.rowOf(item.log, active.row) : item?.gap && items.rowOfGap(item.gap)
  const row =
    active.row === headerRow || items.length === 0
      ? headerRow
      : (found ?? Math.min(active.row, items.length - 1))
  const place = columns.findIndex((id) => id === active.id)
  const shown = [...columns.keys()].filter((at) => !stacked || isOnCard(columns[at]!))
  const shownFrom = (at: number) => shown.find((one) => one >= at) ?? shown.at(-1) ?? 0
  const column = shownFrom(place < 0 ? active.column : place)

  const activate = (row: number, column: number, byKeys: boolean) =>
    setActive({ item: items.at(row), row, id: columns[column], column, byKeys })

  function moveTo(toRow: number, toColumn: number) {
    const target = Math.max(headerRow, Math.min(items.length - 1, toRow))
    const at =
      toColumn < column ? (shown.findLast((one) => one <= toColumn) ?? shown[0] ?? 0) : shownFrom(toColumn)
    // Renders the row first, so that there is something to focus.
    flushSync(() => activate(target, at, true))
    if (target >= 0) flushSync(() => store.reveal(target))
    const drawn = store.element?.querySelector<HTMLElement>(rowSelector(target))
    // A gap row has one cell for all columns.
    const cell =
      [...(drawn?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].find(
        (one) => one.dataset['column'] === columns[at],
      ) ?? drawn?.querySelector<HTMLElement>('[role="gridcell"]')
    cell?.focus({ preventScroll: true })
    if (cell && store.element) revealAcross(store.element, cell)
  }

  /** Scrolls to a row and puts it in the tab order, without taking focus. */
  function pointAt(toRow: number) {
    flushSync(() => activate(toRow, column, false))
    flushSync(() => store.reveal(toRow))
  }

  // An element that is removed loses focus without an event: the active cell takes it. For a removed row, that is in the row in
  // its place. Before there are rows, the header has focus, and the first row takes it over.
  useLayoutEffect(() => {
    const { element } = store
    if (!hasFocus() || !element) return
    const { activeElement } = element.getRootNode() as Document | ShadowRoot
    const isLost = !activeElement || activeElement === element.ownerDocument.body
    if (!isLost && (row === headerRow || !activeElement.matches('[role="columnheader"]'))) return
    element.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
  })

  function onFocus(event: FocusEvent<HTMLElement>) {
    const cell = readCell(event.target)
    if (!cell) return
    const next = items.at(cell.row)
    // A row without cells keeps the focused column.
    const toColumn = next?.gap ? column : cell.column
    if (cell.row !== row || toColumn !== column || (next && !item)) activate(cell.row, toColumn, false)
  }

  // Before the first focus, the first cell is only in the tab order.
  return { row, column, entered: item !== undefined, byKeys: active.byKeys, moveTo, pointAt, onFocus }
}

/** Scrolls only `scroller` sideways until `cell` is visible, beside the pinned columns of its row. */
function revealAcross(scroller: HTMLElement, cell: HTMLElement) {
  const { direction, position } = getComputedStyle(cell)
  if (position === 'sticky') return
  const pinned = cell.closest('[role="row"]')?.querySelectorAll('.topic0-log-table-mark, [data-pinned]') ?? []
  const fixed = [...pinned].at(-1)?.getBoundingClientRect()
  // A scrollbar at the left counts as a border.
  const left = scroller.getBoundingClientRect().left + scroller.clientLeft
  const right = left + scroller.clientWidth
  const cellBox = cell.getBoundingClientRect()
  const isRtl = direction === 'rtl'
  const pastStart = isRtl ? (fixed?.left ?? right) - cellBox.right : cellBox.left - (fixed?.right ?? left)
  const pastEnd = isRtl ? left - cellBox.left : cellBox.right - right
  const by = pastStart < 0 ? pastStart : Math.max(0, Math.min(pastEnd, pastStart))
  scroller.scrollLeft += isRtl ? -by : by
}
