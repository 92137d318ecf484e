import type { LogColumn, LogColumnId } from '../model/LogTableView.ts'
import { isBuiltIn } from './ColumnSet.ts'

interface ColumnNeed {
  /** Minimum width in digits of the table's font, without the cell's padding. */
  readonly digits: number
  /** The CSS track that takes remaining space. @default none */
  readonly most?: string | undefined
}

/** Horizontal cell padding in rem, as in LogTable.css. */
export const cellPadding = 1.2

// On the widest screens, columns share the space that events do not need. Below 110rem, this is less than their minimum.
const share = '16cqi - 17rem'
const spread = `calc(${share})`

/** Default column widths. Event arguments take the remaining space. */
export const columnNeeds: Record<LogColumn, ColumnNeed> = {
  block: { digits: 11, most: spread },
  // The characters of `2026-11-20 14:03:22`, all as wide as digits.
  time: { digits: 19, most: spread },
  contract: { digits: 16, most: `max(min(10cqi, 48ch), ${share})` },
  event: { digits: 30, most: '4fr' },
  signature: { digits: 24, most: '1.5fr' },
  topics: { digits: 43, most: '2fr' },
  data: { digits: 17, most: '1fr' },
  // On the widest screens, all digits of the hash.
  transaction: { digits: 15, most: `max(min(8.5cqi, 42ch), min(3 * (${share}), 70ch))` },
  logIndex: { digits: 9.5, most: spread },
}

// Without a date, as wide as the name of the column.
const timeOfDay: ColumnNeed = { digits: 12, most: spread }
const ownNeed: ColumnNeed = { digits: 16, most: '1fr' }

/** @param shortTimes whether no time has a date */
export function columnNeed(id: LogColumnId, shortTimes: boolean): ColumnNeed {
  if (id === 'time' && shortTimes) return timeOfDay
  return isBuiltIn(id) ? columnNeeds[id as LogColumn] : ownNeed
}
