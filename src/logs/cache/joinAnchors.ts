import type { BlockAnchor } from './BlockAnchor.ts'

/**
 * The lowest and the highest of some blocks, in this order; for one height the last one counts. The highest says most,
 * the lowest is there on the shortest chain.
 */
export function joinAnchors(anchors: readonly BlockAnchor[]): readonly BlockAnchor[] {
  const sorted = [...new Map(anchors.map((anchor) => [anchor.number, anchor])).values()].sort((a, b) =>
    a.number < b.number ? -1 : 1,
  )
  return sorted.length > 2 ? [sorted[0]!, sorted.at(-1)!] : sorted
}
