import { countLogs, type LogSelection } from '../columns/LogSelection.ts'
import type { RawLog } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import type { LogList } from './LogList.ts'

/**
 * Counts the logs before a block, in ascending or descending logs, by binary search. Creates no rows of packed logs.
 */
export function createBlockCounter(logs: LogList<RawLog> | readonly RawLog[]): (block: bigint) => number {
  const selections = 'selections' in logs ? logs.selections?.() : undefined
  return selections ? countPacked(selections) : countRows(logs)
}

function countPacked(selections: readonly LogSelection[]): (block: bigint) => number {
  const starts: number[] = []
  let total = 0
  for (const selection of selections) {
    starts.push(total)
    total += countLogs(selection)
  }
  const blockOf = ({ segment, rows }: LogSelection, index: number) =>
    segment.blockNumber(rows ? rows[index]! : index)
  return (block) => {
    // The first selection that begins at or after the block; the count ends in the one before.
    const next = lowerBound(selections.length, (at) => blockOf(selections[at]!, 0) < block)
    const last = selections[next - 1]
    if (!last) return 0
    const within = last.rows
      ? lowerBound(last.rows.length, (index) => blockOf(last, index) < block)
      : last.segment.findBlock(block)
    return starts[next - 1]! + within
  }
}

function countRows(logs: LogList<RawLog> | readonly RawLog[]): (block: bigint) => number {
  const { length } = logs
  const newestFirst = length > 0 && logs.at(0)!.blockNumber > logs.at(-1)!.blockNumber
  return (block) =>
    newestFirst
      ? length - lowerBound(length, (index) => logs.at(index)!.blockNumber >= block)
      : lowerBound(length, (index) => logs.at(index)!.blockNumber < block)
}
