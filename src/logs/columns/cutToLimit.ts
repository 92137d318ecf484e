import type { BlockInterval } from '../Coverage.ts'
import { countLogs, takeLogs, type LogSelection } from './LogSelection.ts'

export interface CutLogs {
  readonly selections: readonly LogSelection[]
  /** The block of the first log that was cut off, in the order of the query; `undefined` if none was. */
  readonly beyond: bigint | undefined
}

/** Keeps at most `limit` logs: the first ones in ascending order, or the last ones if the order is newest first. */
export function cutToLimit(
  selections: readonly LogSelection[],
  order: 'asc' | 'desc',
  limit: number,
): CutLogs {
  if (selections.reduce((sum, selection) => sum + countLogs(selection), 0) <= limit)
    return { selections, beyond: undefined }
  const newestFirst = order === 'desc'
  const kept: LogSelection[] = []
  let left = limit
  for (const selection of newestFirst ? selections.toReversed() : selections) {
    const count = countLogs(selection)
    if (count > left) {
      if (left > 0) kept.push(takeLogs(selection, newestFirst ? -left : left))
      const beyond = blockAt(selection, newestFirst ? count - left - 1 : left)
      return { selections: newestFirst ? kept.reverse() : kept, beyond }
    }
    kept.push(selection)
    left -= count
  }
  return { selections, beyond: undefined }
}

/**
 * Splits a range at the first block that the limit cuts off: the blocks before it, in the order of the query, are whole.
 * Either part may be empty (`from` above `to`).
 */
export function splitAt(
  { from, to }: BlockInterval,
  beyond: bigint,
  order: 'asc' | 'desc',
): { readonly whole: BlockInterval; readonly cut: BlockInterval } {
  return order === 'desc'
    ? { whole: { from: beyond + 1n, to }, cut: { from, to: beyond } }
    : { whole: { from, to: beyond - 1n }, cut: { from: beyond, to } }
}

function blockAt({ segment, rows }: LogSelection, position: number): bigint {
  return segment.blockNumber(rows ? rows[position]! : position)
}
