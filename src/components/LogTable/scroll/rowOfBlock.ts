import { firstLogIn } from '../../../logs/list/firstLogIn.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'

/** The row of the first log of a block, else of the blocks that are missing there, else of the next log after it. */
export function rowOfBlock(
  block: bigint,
  logs: NonNullable<LogTableProps['logs']>,
  items: TableItems,
): number | undefined {
  const rowIn = (to: bigint) => {
    const log = firstLogIn(logs, { from: block, to })
    return log && items.rowOf(log, 0)
  }
  const exact = rowIn(block)
  if (exact !== undefined) return exact
  const gap = items.gaps.find(({ range }) => range.from <= block && block <= range.to)
  if (gap) return items.rowOfGap(gap)
  const ends = [logs.at(0)?.blockNumber ?? 0n, logs.at(-1)?.blockNumber ?? 0n]
  return rowIn(ends[0]! > ends[1]! ? ends[0]! : ends[1]!)
}
