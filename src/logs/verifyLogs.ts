import type { BlockInterval } from './Coverage.ts'
import type { Filter } from './Filter.ts'
import type { LogSegment } from './LogSegment.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'
import { selectLogs } from './selectLogs.ts'

export interface VerifiedLogs {
  /** What was asked for: in order, without repeats. */
  readonly selection: LogSelection
  /** How many others there were: foreign, repeated or taken back. */
  readonly dropped: number
}

/** Keeps of a node's answer what was asked for: logs that match the filter and lie in the blocks. The rest is counted. */
export function verifyLogs(segment: LogSegment, filter: Filter, blocks: BlockInterval): VerifiedLogs {
  const selection = withoutRepeats(selectLogs(segment, filter, blocks))
  const dropped = segment.length - countLogs(selection)
  if (dropped === 0) return { selection, dropped }
  // Some nodes take no notice of `null`s at the end: what they send too much is left out, but held against nobody.
  const topics = filter.topics.slice(0, filter.topics.findLastIndex((any) => any !== null) + 1)
  const loose = withoutRepeats(selectLogs(segment, { ...filter, topics }, blocks))
  return { selection, dropped: segment.length - countLogs(loose) }
}

/** Segments are in order, so a log that is there twice is its own neighbour. */
function withoutRepeats(selection: LogSelection): LogSelection {
  const { segment } = selection
  const { blockNumbers, txBlocks, logTxs, logIndexes } = segment.columns
  const count = countLogs(selection)
  const indexAt = (at: number) => (selection.rows ? selection.rows[at]! : at)
  let kept: number[] | undefined
  let block = -1
  let logIndex = -1
  for (let at = 0; at < count; at++) {
    const index = indexAt(at)
    const number = blockNumbers[txBlocks[logTxs[index]!]!]!
    const repeats = number === block && logIndexes[index] === logIndex
    if ((repeats || segment.removed(index)) && !kept)
      kept = Array.from({ length: at }, (_, before) => indexAt(before))
    else if (!repeats && !segment.removed(index)) kept?.push(index)
    block = number
    logIndex = logIndexes[index]!
  }
  return kept ? { segment, rows: Uint32Array.from(kept) } : selection
}
