import { lowerBound } from '../../../logs/lowerBound.ts'
import { compareLogs } from '../../../logs/order.ts'
import type { ChainLogsResult } from '../../../logs/snapshot/LogsResult.ts'
import { placeOnChain } from '../model/chainGaps.ts'
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
  const [first, last] = [logs.at(0), logs.at(-1)]
  const isNewestFirst = first !== undefined && last !== undefined && compareLogs(first, last) > 0
  const start = lowerBound(logs.length, (index) => {
    const { blockNumber } = logs.at(index)!
    return isNewestFirst ? blockNumber >= block : blockNumber < block
  })
  const step = isNewestFirst ? -1 : 1
  let index = isNewestFirst ? start - 1 : start
  const logAt = () => {
    const log = index >= 0 && index < logs.length ? logs.at(index) : undefined
    return log && chain ? placeOnChain(log, chain.chainId) : log
  }
  let log = logAt()
  const isHidden = () => (chain ? items.rowOf(log!, 0) : items.order.rowOf(index)) === undefined
  while (log && isHidden()) {
    index += step
    log = logAt()
  }
  const gap = items.gaps.find(
    (one) => one.chainId === chain?.chainId && one.range.from <= block && block <= one.range.to,
  )
  if (gap && log?.blockNumber !== block) return items.rowOfGap(gap)
  return log && items.rowOf(log, 0)
}
