import { countLogs } from '../columns/LogSelection.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { Anchor } from './Anchors.ts'

/** The block of the last log of a list, oldest first. */
export function lastBlock(selections: readonly LogSelection[]): Anchor | undefined {
  const last = selections.findLast(countLogs)
  if (!last) return undefined
  const row = last.rows ? last.rows.at(-1)! : last.segment.length - 1
  return { number: last.segment.blockNumber(row), hash: last.segment.blockHash(row) }
}
