import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { lowerBound } from '../../../logs/lowerBound.ts'
import { compareLogs } from '../../../logs/order.ts'
import { describeLogs } from '../../../logs/snapshot/describeLogs.ts'
import { statusOfResult, type ChainLogsResult } from '../../../logs/snapshot/LogsResult.ts'
import { chainOrder } from './chainOrder.ts'
import type { CoverageGap } from './CoverageGap.ts'
import { coverageGaps } from './coverageGaps.ts'

/**
 * Places the gaps of each chain among the logs of all chains: after the chain's log above the gap, else before the one below it.
 * Those of a chain without logs come last.
 */
export function chainGaps(
  chains: readonly ChainLogsResult[],
  shown: Pick<LogSource, 'length' | 'at' | 'compare'>,
  direction: 'asc' | 'desc',
): readonly CoverageGap[] {
  const { compare = compareLogs } = shown
  const sign = direction === 'asc' ? 1 : -1
  return chains
    .flatMap(({ chainId, name, coverage, head, data, isFetching, retryRange }) => {
      if (!coverage) return []
      // The list may be in the order of the query, and the table in the other.
      const own = listInOrder(data, direction)
      const positionOf = (log: LogRow, isAfter: boolean) => {
        const place = placeOnChain(log, chainId)
        return lowerBound(shown.length, (index) => {
          const order = compare(shown.at(index)!, place) * sign
          return isAfter ? order <= 0 : order < 0
        })
      }
      const positionAmong = (above: LogRow | undefined, below: LogRow | undefined) => {
        if (above) return positionOf(above, true)
        return below ? positionOf(below, false) : shown.length
      }
      return coverageGaps(coverage, own, direction, head).map((gap): CoverageGap => {
        const before = positionAmong(gap.before > 0 ? own.at(gap.before - 1) : undefined, own.at(gap.before))
        return { ...gap, before, chainId, network: name, onRetryRange: isFetching ? undefined : retryRange }
      })
    })
    .sort((a, b) => a.before - b.before)
}

/** The place of a chain's log, to compare with and find in a list of several chains. */
export function placeOnChain(log: LogRow, chainId: number): LogRow {
  // No copy of the row: that would decode it.
  const { blockNumber, blockTimestamp, blockHash, logIndex } = log
  return { blockNumber, blockTimestamp, blockHash, logIndex, chainId } as never as LogRow
}

/** Whether only blocks that are not available yet are missing, on each chain. */
export function isReadToHeads(chains: readonly ChainLogsResult[]): boolean {
  return chains.every((chain) => {
    const { phase } = describeLogs({
      ...chain,
      status: statusOfResult(chain),
      count: chain.data?.length ?? 0,
    })
    return ['awaiting', 'complete', 'empty'].includes(phase)
  })
}

interface Rows {
  readonly length: number
  readonly at: (row: number) => LogRow | undefined
}

function listInOrder(data: ChainLogsResult['data'], direction: 'asc' | 'desc'): Rows {
  const logs = data ?? []
  const { length, logAt } = chainOrder(logs, direction)
  return { length, at: (row) => (row < 0 || row >= length ? undefined : logs.at(logAt(row))) }
}
