import type { LogColumn } from '../model/LogTableView.ts'

/** Every column, in its usual place. */
export const logColumns: readonly LogColumn[] = [
  'block',
  'time',
  'contract',
  'event',
  'signature',
  'topics',
  'data',
  'transaction',
  'logIndex',
]
