import type { BlockInterval } from '../Coverage.ts'

/** A range cut into at most `count` intervals that differ in length by one block at most. */
export function blockBins({ from, to }: BlockInterval, count: number): readonly BlockInterval[] {
  if (to < from) return []
  const blocks = to - from + 1n
  const bins = blocks < BigInt(count) ? Number(blocks) : Math.max(1, Math.floor(count))
  const edge = (bin: number) => from + (blocks * BigInt(bin)) / BigInt(bins)
  return Array.from({ length: bins }, (_, bin) => ({ from: edge(bin), to: edge(bin + 1) - 1n }))
}
