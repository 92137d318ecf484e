import type { LogTableColumn } from '../model/LogTableView.ts'
import { gutterWidth } from '../scroll/rowSizes.ts'
import { cellPadding, columnNeed, type ColumnFit } from './columnNeeds.ts'
import type { ColumnSet } from './ColumnSet.ts'

/** Widths of columns for CSS, so that all rows share them. */
export interface ColumnTracks {
  /** For `grid-template-columns`: the gutter, then each column. */
  readonly template: string
  /** The minimum width, below which the table scrolls sideways. */
  readonly least: string
  /** The offset of each pinned column from the start; `undefined` for scrolling ones. */
  readonly pins: readonly (string | undefined)[]
}

/** Computes column widths: as set by the user, or as the values need. Pinned columns have a fixed width and come first. */
export function columnTracks(
  columns: readonly LogTableColumn[],
  own: ColumnSet['own'],
  fit: ColumnFit,
): ColumnTracks {
  let start = `${gutterWidth}rem`
  const tracks: string[] = [start]
  const widths: string[] = [start]
  const pins: (string | undefined)[] = []
  for (const { id, width = own.get(id)?.width, pinned } of columns) {
    const { digits, most } = columnNeed(id, fit)
    const isFree = width === undefined
    const size = isFree ? `calc(${own.get(id)?.digits ?? digits}ch + ${cellPadding}rem)` : `${width}px`
    tracks.push(isFree && !pinned && most ? `minmax(${size}, ${most})` : size)
    widths.push(size)
    pins.push(pinned ? `calc(${start})` : undefined)
    if (pinned) start += ` + ${size}`
  }
  return { template: tracks.join(' '), least: `calc(${widths.join(' + ')})`, pins }
}
