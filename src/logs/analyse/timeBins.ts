import type { BlockInterval } from '../Coverage.ts'
import type { BlockClock } from './createBlockClock.ts'

/** A range cut into at most `count` intervals that took about equally long. */
export function timeBins(
  { from, to }: BlockInterval,
  count: number,
  clock: BlockClock,
): readonly BlockInterval[] {
  const start = clock.timeOf(from)
  const end = clock.timeOf(to + 1n)
  const bins: BlockInterval[] = []
  let at = from
  for (let bin = 1; at <= to; bin++) {
    const edge = bin >= count ? to + 1n : clock.blockAt(start + ((end - start) * bin) / count)
    const next = edge > to ? to + 1n : edge
    // Too short to hold a block: it goes to the next.
    if (next <= at) continue
    bins.push({ from: at, to: next - 1n })
    at = next
  }
  return bins
}

/** A range cut into at most `count` intervals that differ in length by one block at most. */
export function blockBins({ from, to }: BlockInterval, count: number): readonly BlockInterval[] {
  if (to < from) return []
  const blocks = to - from + 1n
  const bins = blocks < BigInt(count) ? Number(blocks) : Math.max(1, Math.floor(count))
  const edge = (bin: number) => from + (blocks * BigInt(bin)) / BigInt(bins)
  return Array.from({ length: bins }, (_, bin) => ({ from: edge(bin), to: edge(bin + 1) - 1n }))
}
