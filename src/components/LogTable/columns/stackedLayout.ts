import type { LogColumn } from '../model/LogTableView.ts'

// The lines of a card and their heights, as in stacked.css.
const lines: readonly { readonly columns: readonly LogColumn[]; readonly height: number }[] = [
  { columns: ['event', 'block'], height: 28 },
  { columns: ['contract', 'logIndex'], height: 24 },
  { columns: ['transaction', 'time'], height: 24 },
]
const around = 16

/** In CSS pixels: below this width, rows become cards of up to three lines. Lines without visible columns are dropped. */
export const stackedLayout = {
  below: 720,
  rowHeight: (columns: readonly LogColumn[]): number =>
    around +
    Math.max(
      lines[0]!.height,
      lines
        .filter((line) => line.columns.some((column) => columns.includes(column)))
        .reduce((sum, { height }) => sum + height, 0),
    ),
}
