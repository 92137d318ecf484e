import { lowerBound } from '../../../logs/lowerBound.ts'
import { compareLogs } from '../../../logs/order.ts'
import type { TableItems } from '../model/TableItems.ts'

/**
 * The row of the first log of a block that filters do not hide, else of the blocks that are missing there, else of the next log
 * after it.
 */
export function rowOfBlock(block: bigint, items: TableItems): number | undefined {
  const { logs, order, gaps } = items
  const [first, last] = [logs.at(0), logs.at(-1)]
  const isNewestFirst = first !== undefined && last !== undefined && compareLogs(first, last) > 0
  const start = lowerBound(logs.length, (index) => {
    const { blockNumber } = logs.at(index)!
    return isNewestFirst ? blockNumber >= block : blockNumber < block
  })
  const step = isNewestFirst ? -1 : 1
  let index = isNewestFirst ? start - 1 : start
  const isInList = () => index >= 0 && index < logs.length
  while (isInList() && order.rowOf(index) === undefined) index += step
  const log = isInList() ? logs.at(index) : undefined
  const gap = gaps.find(({ range }) => range.from <= block && block <= range.to)
  if (gap && log?.blockNumber !== block) return items.rowOfGap(gap)
  return log && items.rowOf(log, 0)
}
