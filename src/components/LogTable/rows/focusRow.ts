/** Focuses a cell of the row that a box marks: the box takes no focus, which the keys that follow need. */
export function focusRow(box: HTMLElement, column: number): void {
  const cells = box.closest('[role="row"]')!.querySelectorAll<HTMLElement>('[role="gridcell"]')
  cells[column]?.focus({ preventScroll: true })
}
