import type { KeyboardEvent } from 'react'
import { controls, readCell, type CellPlace } from '../cells/readCell.ts'

/** Keyboard actions of the grid; each gets the focused cell. */
export interface GridKeys {
  readonly moveTo: (row: number, column: number) => void
  /** The focused column, kept while on a row without cells. */
  readonly column: number
  /** Last row and column. */
  readonly lastRow: number
  readonly lastColumn: number
  /** Rows in a page. */
  readonly page: number
  readonly open: (row: number) => void
  readonly mark: (row: number) => void
  /** Marks up to a row, from the last marked one, else from the focused one. */
  readonly markTo: (row: number, from: number) => void
  readonly markAll: () => void
  readonly unmark: (() => void) | undefined
  readonly copy: (() => void) | undefined
  readonly menu: (cell: HTMLElement) => void
  /** Enter on a header. */
  readonly sort: (column: number) => void
  readonly widen: (column: number, by: number) => void
  readonly moveColumn: (column: number, by: number) => void
}

/** Handles a key pressed in the grid. Controls inside a cell keep their own keys. */
export function pressGridKey(event: KeyboardEvent<HTMLElement>, keys: GridKeys): void {
  const target = event.target as HTMLElement
  const cell = readCell(target)
  if (!cell || event.altKey) return
  const act = actionOf(event, keys, cell)
  if (!act) return
  event.preventDefault()
  act()
}

function actionOf(
  event: KeyboardEvent<HTMLElement>,
  keys: GridKeys,
  { element, row }: CellPlace,
): (() => void) | undefined {
  const { key, shiftKey } = event
  const { column } = keys
  const far = event.ctrlKey || event.metaKey
  const rtl = getComputedStyle(element).direction === 'rtl' ? -1 : 1
  const across = key === 'ArrowRight' ? rtl : key === 'ArrowLeft' ? -rtl : 0
  if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) return () => keys.menu(element)
  if (event.target !== element) return insideCell(key, element, event.target as HTMLElement, across)
  if (row < 0 && across && shiftKey) return () => keys.widen(column, across)
  if (row < 0 && across && far) return () => keys.moveColumn(column, across)
  if (across && !shiftKey) return () => keys.moveTo(row, column + across)
  if (shiftKey) return row < 0 ? undefined : withShift(key, keys, row)
  // Upper case while Caps Lock is on.
  if (far && key.toLowerCase() === 'a') return keys.markAll
  if (far && key.toLowerCase() === 'c') return keys.copy
  const moves: Record<string, (() => void) | undefined> = {
    ArrowDown: () => keys.moveTo(far ? keys.lastRow : row + 1, column),
    ArrowUp: () => keys.moveTo(far && row > 0 ? 0 : row - 1, column),
    PageDown: () => keys.moveTo(row + keys.page, column),
    PageUp: () => keys.moveTo(row < 0 ? row : Math.max(0, row - keys.page), column),
    Home: () => keys.moveTo(far && row > 0 ? 0 : row, 0),
    End: () => keys.moveTo(far ? keys.lastRow : row, keys.lastColumn),
    F2: () => element.querySelector<HTMLElement>(controls)?.focus(),
    Enter: () => (row < 0 ? keys.sort(column) : keys.open(row)),
    ' ': () => (row < 0 ? keys.sort(column) : keys.mark(row)),
    Escape: keys.unmark,
  }
  return Object.hasOwn(moves, key) ? moves[key] : undefined
}

function withShift(key: string, keys: GridKeys, row: number): (() => void) | undefined {
  if (key === ' ') return () => keys.markTo(row, row)
  const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
  const to = Math.max(0, Math.min(keys.lastRow, row + by))
  if (by === 0) return undefined
  return () => {
    keys.markTo(to, row)
    keys.moveTo(to, keys.column)
  }
}

/** Controls inside a cell keep their own keys. Arrow keys move from links and buttons to the next one. */
function insideCell(
  key: string,
  cell: HTMLElement,
  target: HTMLElement,
  across: number,
): (() => void) | undefined {
  if (key === 'Escape' || key === 'F2') return () => cell.focus()
  const inside = [...cell.querySelectorAll<HTMLElement>(controls)]
  if (across && target.matches('a[href], button'))
    return () => inside.at((inside.indexOf(target) + across) % inside.length)?.focus()
  return undefined
}
