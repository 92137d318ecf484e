import type { BlockInterval } from '../Coverage.ts'
import type { FilterPart } from '../filter/Filter.ts'
import { isSameHash } from './hex.ts'
import { joinSegments } from './joinSegments.ts'
import type { LogSegment } from './LogSegment.ts'
import { countLogs, rowsBetween, type LogSelection } from './LogSelection.ts'
import { selectLogs } from './selectRows.ts'

export interface VerifiedLogs {
  /** The matching logs, in order and without repeats. */
  readonly selection: LogSelection
  /** The number of other logs: not matching, repeated or removed. */
  readonly rejected: number
  /** The number of matching logs without repeats, those that contradict each other included. */
  readonly distinct: number
  /** Blocks whose logs contradict each other: two hashes, or two logs with one index. Their logs are left out. */
  readonly conflictingBlocks: readonly number[]
}

/** Keeps the logs of a node's answer that match the filter and are in the requested blocks. The rest is counted. */
export function verifyLogs(segment: LogSegment, filter: FilterPart, blocks: BlockInterval): VerifiedLogs {
  const conflicting = new Set<number>()
  const once = withoutRepeats(selectLogs(segment, filter, blocks), conflicting)
  const selection = without(once, conflicting)
  const rejected = segment.length - countLogs(selection)
  const conflictingBlocks = [...conflicting]
  const verified = { selection, rejected, distinct: countLogs(once), conflictingBlocks }
  if (rejected === 0) return verified
  // Some nodes ignore trailing `null`s. The surplus logs are left out, but not counted as rejected.
  const loosen = (part: FilterPart) => ({
    ...part,
    topics: part.topics.slice(0, part.topics.findLastIndex((any) => any !== null) + 1),
  })
  const loose = withoutRepeats(selectLogs(segment, loosen(filter), blocks), new Set())
  return { ...verified, rejected: segment.length - countLogs(loose) }
}

/**
 * Joins logs of the same blocks that were read by parts of a filter. A log that matches several parts is kept once. The
 * parts may be of different chains: then some blocks conflict.
 */
export function joinVerified(
  selections: readonly LogSelection[],
): Pick<VerifiedLogs, 'selection' | 'conflictingBlocks'> {
  const segment = joinSegments(selections)
  const conflicting = new Set<number>()
  const selection = without(withoutRepeats({ segment, rows: undefined }, conflicting), conflicting)
  return { selection, conflictingBlocks: [...conflicting] }
}

function without(selection: LogSelection, blocks: ReadonlySet<number>): LogSelection {
  if (blocks.size === 0) return selection
  const { segment, rows = rowsBetween(0, segment.length) } = selection
  return { segment, rows: rows.filter((index) => !blocks.has(Number(segment.blockNumber(index)))) }
}

/** Segments are sorted: repeated logs, and logs of one height, follow each other. */
function withoutRepeats(selection: LogSelection, conflicting: Set<number>): LogSelection {
  const { segment } = selection
  const { blockNumbers, blockHashes, txBlocks, logTxs, logIndexes } = segment.columns
  const count = countLogs(selection)
  const indexAt = (at: number) => (selection.rows ? selection.rows[at]! : at)
  let kept: number[] | undefined
  /** The last log that was kept, and its block. */
  let last = -1
  let lastBlock = -1
  for (let at = 0; at < count; at++) {
    const index = indexAt(at)
    const block = txBlocks[logTxs[index]!]!
    const isRemoved = segment.removed(index)
    const number = blockNumbers[block]!
    const isSameHeight = last >= 0 && !isRemoved && number === blockNumbers[lastBlock]
    const repeats = isSameHeight && logIndexes[index] === logIndexes[last]
    if (
      isSameHeight &&
      block !== lastBlock &&
      !isSameHash(blockHashes, block * 8, blockHashes, lastBlock * 8)
    )
      conflicting.add(number)
    else if (repeats && !isSameLog(segment, index, last)) conflicting.add(number)
    if (repeats || isRemoved) kept ??= Array.from({ length: at }, (_, before) => indexAt(before))
    else {
      kept?.push(index)
      last = index
      lastBlock = block
    }
  }
  return kept ? { segment, rows: Uint32Array.from(kept) } : selection
}

function isSameLog(segment: LogSegment, a: number, b: number): boolean {
  return (
    segment.address(a) === segment.address(b) &&
    segment.topics(a).join() === segment.topics(b).join() &&
    segment.data(a) === segment.data(b) &&
    segment.transactionHash(a) === segment.transactionHash(b)
  )
}
