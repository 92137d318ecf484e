import type { PointerEvent } from 'react'
import { arrangeColumns, resizeColumn } from './arrangeColumns.ts'
import { moveColumn } from './moveColumn.ts'
import type { TableView } from './useTableView.ts'

/** A column that is dragged, and the one it would be placed before. */
export interface ColumnDrag {
  readonly from: number
  readonly to: number
}

interface ColumnDragOptions {
  readonly view: TableView
  readonly onDrag: (drag: ColumnDrag | undefined) => void
}

// Shorter moves, in pixels, count as clicks.
const threshold = 6

/** Moves a column when its name is dragged, and resizes it when its edge is. Call it when a pointer goes down in the header. */
export function dragColumn(event: PointerEvent<HTMLElement>, options: ColumnDragOptions): void {
  const target = event.target as Element
  const cell = target.closest<HTMLElement>('[role="columnheader"]')
  if (!cell || event.button !== 0 || target.closest('button')) return
  const at = Number(cell.getAttribute('aria-colindex')) - 1
  if (target.closest('[data-act="resize"]')) resize(options, event, cell, at)
  else if (event.pointerType !== 'touch') reorder(options, event, cell, at)
}

function resize(
  { view }: ColumnDragOptions,
  event: PointerEvent<HTMLElement>,
  cell: HTMLElement,
  at: number,
) {
  event.preventDefault()
  const start = event.clientX
  const width = cell.getBoundingClientRect().width
  const sign = getComputedStyle(cell).direction === 'rtl' ? -1 : 1
  const follows = (move: globalThis.PointerEvent) =>
    resizeColumn(view, at, width + (move.clientX - start) * sign)
  follow(event, cell, follows, () => swallowClick(cell))
}

function reorder(
  { view, onDrag }: ColumnDragOptions,
  event: PointerEvent<HTMLElement>,
  cell: HTMLElement,
  from: number,
) {
  const start = event.clientX
  let to: number | undefined
  follow(
    event,
    cell,
    (move) => {
      if (to === undefined && Math.abs(move.clientX - start) < threshold) return
      to = placeAt(cell, move.clientX)
      onDrag({ from, to })
    },
    (dropped) => {
      onDrag(undefined)
      if (to === undefined || !dropped) return
      swallowClick(cell)
      if (to !== from && to !== from + 1)
        arrangeColumns(view, moveColumn(view.columns, from, to > from ? to - 1 : to))
    },
  )
}

/** The index of the column before which a drop at `x` lands. */
function placeAt(cell: HTMLElement, x: number): number {
  const cells = [...(cell.parentElement?.querySelectorAll<HTMLElement>('[role="columnheader"]') ?? [])]
  const rtl = getComputedStyle(cell).direction === 'rtl'
  const at = cells.findIndex((other) => {
    const { left, width } = other.getBoundingClientRect()
    const middle = left + width / 2
    return rtl ? x > middle : x < middle
  })
  return at < 0 ? cells.length : at
}

/** Suppresses the click after a drag. */
function swallowClick(cell: HTMLElement) {
  const swallow = (click: MouseEvent) => click.stopPropagation()
  cell.addEventListener('click', swallow, { capture: true })
  setTimeout(() => cell.removeEventListener('click', swallow, { capture: true }))
}

function follow(
  event: PointerEvent<HTMLElement>,
  element: HTMLElement,
  onMove: (event: globalThis.PointerEvent) => void,
  /** `dropped` is `false` if the browser cancelled the drag. */
  onEnd?: (dropped: boolean) => void,
) {
  const { pointerId } = event
  element.setPointerCapture?.(pointerId)
  const stop = new AbortController()
  const { signal } = stop
  const end = ({ type }: Event) => {
    stop.abort()
    onEnd?.(type === 'pointerup')
  }
  element.addEventListener('pointermove', onMove, { signal })
  for (const type of ['pointerup', 'pointercancel']) element.addEventListener(type, end, { signal })
}
