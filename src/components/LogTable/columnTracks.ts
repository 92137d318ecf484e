import type { LogColumn, LogTableColumn } from './LogTableView.ts'

// In rem: what a column needs at least, and its share of what is left.
const needs: Record<LogColumn, readonly [least: number, share: number]> = {
  block: [6.25, 0.2],
  time: [9.75, 0],
  contract: [8.5, 1],
  event: [15, 4],
  transaction: [8, 0.7],
  logIndex: [5.5, 0],
  signature: [12, 1.5],
  topics: [14, 2],
  data: [9, 1],
}
/** In rem: before the first column, for marking rows. */
const gutter = 2.25

/** Widths of columns for CSS, so that all rows share them. */
export interface ColumnTracks {
  /** For `grid-template-columns`: the gutter, then each column. */
  readonly template: string
  /** Below it the table scrolls sideways. */
  readonly least: string
  /** How far each pinned column is from the start; `undefined` for those that scroll. */
  readonly pins: readonly (string | undefined)[]
}

/** How wide columns are: as one left them, or as their values need. Those that are pinned have a fixed width and come first. */
export function columnTracks(columns: readonly LogTableColumn[]): ColumnTracks {
  let start = `${gutter}rem`
  const tracks: string[] = [start]
  const widths: string[] = [start]
  const pins: (string | undefined)[] = []
  for (const { id, width, pinned = false } of columns) {
    const [least, share] = needs[id]
    const size = width === undefined ? `${least}rem` : `${width}px`
    tracks.push(width === undefined && !pinned && share > 0 ? `minmax(${size}, ${share}fr)` : size)
    widths.push(size)
    pins.push(pinned ? `calc(${start})` : undefined)
    if (pinned) start += ` + ${size}`
  }
  return { template: tracks.join(' '), least: `calc(${widths.join(' + ')})`, pins }
}
