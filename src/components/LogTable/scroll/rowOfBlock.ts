import type { LogRow } from '../../../logs/Log.ts'
import { lowerBound } from '../../../logs/lowerBound.ts'
import type { ChainLogsResult } from '../../../logs/snapshot/LogsResult.ts'
import { placeOnChain } from '../model/chainGaps.ts'
import { chainOrder } from '../model/chainOrder.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'

type RevealedBlock = Extract<LogTableProps['reveal'], { readonly block: bigint }>

/**
 * The row of the first log of a block that filters do not hide, else of the gap that the block is in, else of the next log.
 * In a list of several networks, `undefined` without the chain id, because each may have a block of that number.
 */
export function rowOfBlock(
  { block, chainId }: RevealedBlock,
  items: TableItems,
  chains: readonly ChainLogsResult[] | undefined,
): number | undefined {
  const isMultichain = items.logs.compare !== undefined
  const chain = isMultichain ? chains?.find((one) => one.chainId === chainId) : undefined
  if (isMultichain && !chain) return undefined
  const logs = chain ? (chain.data ?? []) : items.logs
  const { length, logAt } = chainOrder(logs, 'asc')
  let log: LogRow | undefined
  let isShown = false
  for (
    let at = lowerBound(length, (index) => logs.at(logAt(index))!.blockNumber < block);
    at < length && !isShown;
    at++
  ) {
    log = logs.at(logAt(at))!
    if (chain) log = placeOnChain(log, chain.chainId)
    isShown = (chain ? items.rowOf(log, 0) : items.order.rowOf(logAt(at))) !== undefined
  }
  const gap = items.gaps.find(
    (one) => one.chainId === chain?.chainId && one.range.from <= block && block <= one.range.to,
  )
  if (gap && !(isShown && log?.blockNumber === block)) return items.rowOfGap(gap)
  return log && items.rowOf(log, 0)
}
