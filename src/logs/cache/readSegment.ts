import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { LogSegment } from '../columns/LogSegment.ts'
import { selectRows } from '../columns/selectRows.ts'

/** A segment from a place that may hold anything, or `undefined` when it is not what its key says. */
export function readSegment(buffers: unknown, filter: Filter, range: BlockInterval): LogSegment | undefined {
  if (!Array.isArray(buffers)) return undefined
  const segment = LogSegment.fromBuffers(buffers as readonly ArrayBuffer[])
  if (!segment || !isAscending(segment)) return undefined
  const { length } = segment
  if (length > 0 && (segment.blockNumber(0) < range.from || segment.blockNumber(length - 1) > range.to))
    return undefined
  return selectRows(segment, filter).length === length ? segment : undefined
}

/** In order, without repeats, and none of them taken back. */
function isAscending({ columns, length }: LogSegment): boolean {
  const { blockNumbers, txBlocks, logTxs, logIndexes, logFlags } = columns
  let lastBlock = -1
  let lastIndex = -1
  for (let log = 0; log < length; log++) {
    const block = blockNumbers[txBlocks[logTxs[log]!]!]!
    const index = logIndexes[log]!
    if (block < lastBlock || (block === lastBlock && index <= lastIndex) || logFlags[log]! >= 8) return false
    lastBlock = block
    lastIndex = index
  }
  return true
}
