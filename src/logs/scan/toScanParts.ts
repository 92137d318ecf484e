import type { CachedLogs } from '../cache/LogCache.ts'
import { clipSelection } from '../columns/LogSelection.ts'
import type { BlockInterval } from '../Coverage.ts'
import { intersect, subtract, toIntervalSet } from '../intervals.ts'

import type { LogSelection } from '../columns/LogSelection.ts'

/** Some blocks in ascending order: what is held of them, and between that what is to be read. */
export function toScanParts(
  held: readonly CachedLogs[],
  blocks: readonly BlockInterval[],
): readonly ScanPart[] {
  const known = held.flatMap(({ range, selection }) =>
    intersect([range], blocks).map((part) => ({ range: part, held: clipSelection(selection, part) })),
  )
  const missing = subtract(blocks, toIntervalSet(held.map(({ range }) => range)))
  return [...known, ...missing.map((range) => ({ range, held: undefined }))].sort((a, b) =>
    a.range.from < b.range.from ? -1 : 1,
  )
}

/** Blocks to go through: already held, or to be read. */
export interface ScanPart {
  readonly range: BlockInterval
  readonly held: LogSelection | undefined
}
