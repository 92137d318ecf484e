/** A cell of the grid, by its place. */
export interface CellPlace {
  readonly element: HTMLElement
  /** -1 is the header. */
  readonly row: number
  readonly column: number
  /** The argument of the event under the pointer. */
  readonly arg: number | undefined
}

/** The cell that an element is in, read from the grid's attributes. */
export function readCell(target: EventTarget): CellPlace | undefined {
  if (!(target instanceof Element)) return undefined
  const element = target.closest<HTMLElement>('[role="gridcell"], [role="columnheader"]')
  const row = element?.closest<HTMLElement>('[data-index]')?.dataset['index']
  if (!element || row === undefined) return undefined
  const arg = target.closest<HTMLElement>('[data-arg]')?.dataset['arg']
  return {
    element,
    row: Number(row),
    column: Number(element.getAttribute('aria-colindex')) - 1,
    arg: arg === undefined ? undefined : Number(arg),
  }
}
