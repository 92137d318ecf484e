import type { Hash } from 'viem'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'

/** The blocks of these rows whose timestamps are missing. */
export function blocksWithoutTime(
  items: TableItems,
  { first, last }: RowRange,
  timestamps: LogTableProps['timestamps'],
): readonly Hash[] {
  const blocks = new Set<Hash>()
  for (let row = first; row <= last; row++) {
    const log = items.logAt(row)
    if (log && log.blockTimestamp === undefined && !timestamps?.has(log.blockHash)) blocks.add(log.blockHash)
  }
  return [...blocks]
}
