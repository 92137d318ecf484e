/** What may take focus inside a cell, and keeps its own clicks and keys. */
export const controls = 'a[href], button, input, select, textarea'

/** The row of the header, for focus and menus. */
export const headerRow = -1

/** A cell of the grid, by its place. */
export interface CellPlace {
  readonly element: HTMLElement
  readonly row: number
  readonly column: number
  /** The argument of the event under the pointer. */
  readonly arg: number | undefined
}

/** Selects the element of a row. Cells that the app renders may have a `data-index` of their own. */
export const rowSelector = (index: number): string => `[role="row"][data-index="${index}"]`

/** The row that an element is in, read from the grid's attributes. */
export function readRow(target: EventTarget): number | undefined {
  if (!(target instanceof Element)) return undefined
  const index = target.closest<HTMLElement>('[role="row"]')?.dataset['index']
  return index === undefined ? undefined : Number(index)
}

/** The cell that an element is in, read from the grid's attributes. */
export function readCell(target: EventTarget): CellPlace | undefined {
  const row = readRow(target)
  if (row === undefined || !(target instanceof Element)) return undefined
  const element = target.closest<HTMLElement>('[role="gridcell"], [role="columnheader"]')
  if (!element) return undefined
  const arg = target.closest<HTMLElement>('[data-arg]')?.dataset['arg']
  return {
    element,
    row,
    column: Number(element.getAttribute('aria-colindex')) - 1,
    arg: arg === undefined ? undefined : Number(arg),
  }
}

/** Whether the user has selected text. In a shadow root, Chromium always reports `isCollapsed`. */
export function hasSelectedText(element: Element): boolean {
  return element.ownerDocument.getSelection()?.type === 'Range'
}
