import { page, userEvent } from 'vitest/browser'

/** Moves the pointer onto a cell of the only grid, by position: the cell's name changes when its menu button is shown. */
export async function hoverCell(cell: Element): Promise<void> {
  const grid = page.getByRole('grid')
  const [inner, outer] = [cell, grid.element()].map((one) => one.getBoundingClientRect()) as [
    DOMRect,
    DOMRect,
  ]
  const position = {
    x: inner.x - outer.x + inner.width / 2,
    y: inner.y - outer.y + inner.height / 2,
  }
  await userEvent.hover(grid, { position })
}
