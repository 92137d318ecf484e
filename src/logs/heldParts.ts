import type { LogCache } from './cache/LogCache.ts'
import { clipSegment } from './cache/clipSegment.ts'
import type { BlockInterval } from './Coverage.ts'
import type { Filter } from './Filter.ts'
import { intersect, subtract, toIntervalSet } from './intervals.ts'
import type { LogSegment } from './LogSegment.ts'
import type { ScanPart } from './ScanRun.ts'

/** Blocks that can never change, and all logs of theirs that were asked for. */
export interface HeldPart {
  readonly range: BlockInterval
  readonly held: LogSegment
}

/** What a cache has of a range for good, ascending, from storage as well. */
export async function findHeld(
  cache: LogCache,
  networkId: number,
  filter: Filter,
  blocks: BlockInterval,
): Promise<readonly HeldPart[]> {
  await cache.load(networkId, filter, blocks)
  return cache
    .lookup(networkId, filter, blocks)
    .held.filter(({ final }) => final)
    .map(({ range, segment }) => ({ range, held: segment }))
}

/** What is held without a gap from where a query begins. */
export function heldAtFront(
  held: readonly HeldPart[],
  blocks: BlockInterval,
  order: 'asc' | 'desc',
): readonly HeldPart[] {
  const front: HeldPart[] = []
  let next = order === 'asc' ? blocks.from : blocks.to
  for (const part of order === 'asc' ? held : held.toReversed()) {
    const { from, to } = part.range
    if ((order === 'asc' ? from : to) !== next) break
    front.push(part)
    next = order === 'asc' ? to + 1n : from - 1n
  }
  return front
}

/** Some blocks in ascending order: what is held of them, and between that what is to be read. */
export function toScanParts(
  held: readonly HeldPart[],
  blocks: readonly BlockInterval[],
): readonly ScanPart[] {
  const known = held.flatMap(({ range, held: segment }) =>
    intersect([range], blocks).map((part) => ({ range: part, held: clipSegment(segment, part) })),
  )
  const missing = subtract(blocks, toIntervalSet(held.map(({ range }) => range)))
  return [...known, ...missing.map((range) => ({ range, held: undefined }))].sort((a, b) =>
    a.range.from < b.range.from ? -1 : 1,
  )
}
