import type { BlockInterval } from '../Coverage.ts'
import type { BlockClock } from './createBlockClock.ts'

/** Splits a range into at most `count` intervals of about equal duration. */
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
    // Skips an interval too short for a block: the next one extends over it.
    if (next <= at) continue
    bins.push({ from: at, to: next - 1n })
    at = next
  }
  return bins
}

/** Splits a range into at most `count` intervals whose lengths differ by at most one block. */
export function blockBins({ from, to }: BlockInterval, count: number): readonly BlockInterval[] {
  if (to < from) return []
  const blocks = to - from + 1n
  const bins = blocks < BigInt(count) ? Number(blocks) : Math.max(1, Math.floor(count))
  const edge = (bin: number) => from + (blocks * BigInt(bin)) / BigInt(bins)
  return Array.from({ length: bins }, (_, bin) => ({ from: edge(bin), to: edge(bin + 1) - 1n }))
}
