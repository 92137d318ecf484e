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
  block: { digits: 11.5, most: spread },
  // The characters of `2026-11-20 14:03:22`, all as wide as digits.
  time: { digits: 19.5, most: spread },
  contract: { digits: 15.2, most: `max(min(10cqi, 48ch), ${share})` },
  event: { digits: 30, most: '4fr' },
  signature: { digits: 24, most: '1.5fr' },
  topics: { digits: 43, most: '2fr' },
  data: { digits: 17, most: '1fr' },
  // On the widest screens, all digits of the hash.
  transaction: { digits: 15, most: `max(min(8.5cqi, 42ch), min(3 * (${share}), 70ch))` },
  logIndex: { digits: 9.5, most: spread },
}

const ownNeed: ColumnNeed = { digits: 16, most: '1fr' }

/** What the widths of columns depend on, besides their values. */
export interface ColumnFit {
  /** Whether times are ages. */
  readonly ages?: boolean | undefined
  /** Whether no time has a date. */
  readonly shortTimes?: boolean | undefined
  /** Whether events lack space. */
  readonly tight?: boolean | undefined
}

export function columnNeed(id: LogColumnId, { ages, shortTimes, tight }: ColumnFit): ColumnNeed {
  // An age, such as `119 min` in any language, with space for the menu button; or a time of today, as wide as its column's name.
  if (id === 'time' && (ages || shortTimes)) return { digits: ages ? 8.5 : 12, most: spread }
  // A short address.
  if (id === 'contract' && tight) return { ...columnNeeds.contract, digits: 11 }
  return isBuiltIn(id) ? columnNeeds[id as LogColumn] : ownNeed
}
