import type { LogColumn } from '../model/LogTableView.ts'

/** All columns, in their usual order. */
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
