import type { BlockInterval } from '../Coverage.ts'

/**
 * The first ranges as one, as far as they follow each other without a gap. They must begin where a query of `blocks` does;
 * without `blocks`, anywhere.
 */
export function frontOf(
  ranges: readonly BlockInterval[],
  blocks: BlockInterval | undefined,
  newestFirst: boolean,
): BlockInterval | undefined {
  let front: BlockInterval | undefined
  let next = newestFirst ? blocks?.to : blocks?.from
  for (const { from, to } of ranges) {
    if (next !== undefined && (newestFirst ? to : from) !== next) break
    front = newestFirst ? { from, to: front?.to ?? to } : { from: front?.from ?? from, to }
    next = newestFirst ? from - 1n : to + 1n
  }
  return front
}

/** The blocks after those at the front, in the order of the query. */
export function afterFront(
  blocks: BlockInterval,
  front: BlockInterval,
  newestFirst: boolean,
): BlockInterval | undefined {
  const rest = newestFirst
    ? { from: blocks.from, to: front.from - 1n }
    : { from: front.to + 1n, to: blocks.to }
  return rest.from > rest.to ? undefined : rest
}

export function isSameRange(a: BlockInterval, b: BlockInterval | undefined): boolean {
  return a.from === b?.from && a.to === b.to
}
