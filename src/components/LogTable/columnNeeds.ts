import type { LogColumn } from './LogTableView.ts'

interface ColumnNeed {
  /** In rem: less is too narrow to read. */
  readonly least: number
  /** A track of CSS, for what is left beyond that. */
  readonly most: string
}

/** How wide columns are by themselves: arguments take what the others do not need, however wide the screen is. */
export const columnNeeds: Record<LogColumn, ColumnNeed> = {
  block: { least: 6.25, most: '0.2fr' },
  time: { least: 9.75, most: '9.75rem' },
  contract: { least: 8.5, most: 'clamp(8.5rem, 10cqi, 23rem)' },
  event: { least: 15, most: '4fr' },
  signature: { least: 12, most: '1.5fr' },
  topics: { least: 21, most: '2fr' },
  data: { least: 9, most: '1fr' },
  transaction: { least: 8, most: 'clamp(8rem, 8.5cqi, 20rem)' },
  logIndex: { least: 5.5, most: '5.5rem' },
}
