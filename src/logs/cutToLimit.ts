import { countLogs, takeLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'

export interface CutLogs {
  readonly selections: readonly LogSelection[]
  /** The block of the last log that was let through, when some were not: its other logs may be among those. */
  readonly last: bigint | undefined
}

/** At most `limit` logs of some that are in ascending order, counted from the front or, newest first, from the end. */
export function cutToLimit(
  selections: readonly LogSelection[],
  order: 'asc' | 'desc',
  limit: number,
): CutLogs {
  if (selections.reduce((sum, selection) => sum + countLogs(selection), 0) <= limit)
    return { selections, last: undefined }
  const newestFirst = order === 'desc'
  const kept: LogSelection[] = []
  let left = limit
  for (const selection of newestFirst ? selections.toReversed() : selections) {
    const count = Math.min(left, countLogs(selection))
    if (count === 0) break
    kept.push(takeLogs(selection, newestFirst ? -count : count))
    left -= count
  }
  const { segment, rows } = kept.at(-1)!
  const end = newestFirst ? 0 : (rows?.length ?? segment.length) - 1
  return {
    selections: newestFirst ? kept.reverse() : kept,
    last: segment.blockNumber(rows ? rows[end]! : end),
  }
}
