'use client'
import { useState } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'
import { flushSync } from 'react-dom'
import type { LogRow } from '../../logs/Log.ts'
import { findLog } from './findLog.ts'
import type { LogRows } from './findLog.ts'
import { rowWindow } from './rowWindow.ts'
import type { ScrollStore } from './ScrollStore.ts'

interface GridFocusOptions {
  logs: LogRows
  columns: number
  rowHeight: number
  headerHeight: number
  store: ScrollStore
  onSelect: ((log: LogRow) => void) | undefined
}

interface Active {
  /** The log, so that focus stays on it when others arrive before it. */
  log: LogRow | undefined
  index: number
  column: number
}

const controls = 'a[href], button'

/**
 * Roving focus for a grid of which only a part is drawn: one cell is in the tab order, arrow keys move it, and its row is
 * drawn wherever one scrolls.
 */
export function useGridFocus(options: GridFocusOptions) {
  const { logs, columns, rowHeight, headerHeight, store, onSelect } = options
  const [active, setActive] = useState<Active>({ log: undefined, index: 0, column: 0 })
  const found = active.log && findLog(logs, active.log, active.index)
  const index = logs.length === 0 ? -1 : (found ?? Math.min(active.index, logs.length - 1))
  const column = Math.min(active.column, columns - 1)

  function moveTo(row: number, toColumn: number) {
    const target = Math.max(0, Math.min(logs.length - 1, row))
    // The row may not be drawn yet: draw it first, then there is something to focus.
    flushSync(() => setActive({ log: logs.at(target), index: target, column: toColumn }))
    const view = rowWindow({
      count: logs.length,
      rowHeight,
      top: store.top,
      height: store.height - headerHeight,
    })
    const top = view.reveal(target)
    if (top !== store.top) flushSync(() => store.scrollTo(top))
    const cell = store.element?.querySelector<HTMLElement>(
      `[data-index="${target}"] > [aria-colindex="${toColumn + 1}"]`,
    )
    cell?.focus({ preventScroll: true })
    if (cell && store.element) revealAcross(store.element, cell)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const cell = target.closest<HTMLElement>('[role="gridcell"]')
    if (!cell || event.altKey || index < 0) return
    const far = event.ctrlKey || event.metaKey
    const page = Math.max(1, Math.floor((store.height - headerHeight) / rowHeight) - 1)
    const rtl = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
    const across = (by: number) => moveTo(index, Math.max(0, Math.min(columns - 1, column + by * rtl)))
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveTo(far ? logs.length - 1 : index + 1, column),
      ArrowUp: () => moveTo(far ? 0 : index - 1, column),
      ArrowRight: () => across(1),
      ArrowLeft: () => across(-1),
      PageDown: () => moveTo(index + page, column),
      PageUp: () => moveTo(index - page, column),
      Home: () => moveTo(far ? 0 : index, 0),
      End: () => moveTo(far ? logs.length - 1 : index, columns - 1),
      F2: () => cell.querySelector<HTMLElement>(controls)?.focus(),
    }
    if (target !== cell) {
      // Inside a cell, its links and buttons have the keys that are theirs; arrows go from one to the next.
      const inside = [...cell.querySelectorAll<HTMLElement>(controls)]
      const at = inside.indexOf(target)
      moves['Escape'] = () => cell.focus()
      moves['F2'] = () => cell.focus()
      moves['ArrowRight'] = () => inside.at((at + rtl) % inside.length)?.focus()
      moves['ArrowLeft'] = () => inside.at((at - rtl) % inside.length)?.focus()
    } else if (onSelect) {
      moves['Enter'] = () => select(index)
      moves[' '] = () => select(index)
    }
    const move = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined
    if (!move || event.shiftKey) return
    event.preventDefault()
    move()
  }

  function select(row: number) {
    const log = logs.at(row)
    if (log) onSelect?.(log)
  }

  function onFocus(event: FocusEvent<HTMLElement>) {
    const cell = event.target.closest<HTMLElement>('[role="gridcell"]')
    const row = Number(cell?.parentElement?.dataset['index'])
    if (!cell || Number.isNaN(row)) return
    const toColumn = Number(cell.getAttribute('aria-colindex')) - 1
    if (row !== index || toColumn !== column || !active.log)
      setActive({ log: logs.at(row), index: row, column: toColumn })
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    const row = Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'])
    // Who marks text does not want to open anything.
    const marking = target.ownerDocument.getSelection()?.isCollapsed === false
    if (!Number.isNaN(row) && !target.closest(controls) && !marking) select(row)
  }

  // Before anyone came, the first cell is merely where Tab would go.
  return { index, column, entered: active.log !== undefined, handlers: { onKeyDown, onFocus, onClick } }
}

/** Scrolls sideways until `cell` can be seen, and nothing else than `scroller`. */
function revealAcross(scroller: HTMLElement, cell: HTMLElement) {
  const outer = scroller.getBoundingClientRect()
  const inner = cell.getBoundingClientRect()
  if (inner.left < outer.left) scroller.scrollLeft += inner.left - outer.left
  else if (inner.right > outer.left + scroller.clientWidth)
    scroller.scrollLeft += Math.min(inner.right - outer.left - scroller.clientWidth, inner.left - outer.left)
}
