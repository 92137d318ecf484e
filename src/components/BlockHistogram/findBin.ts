import type { BlockInterval } from '../../logs/Coverage.ts'

/** The position of the interval that holds a block, among intervals side by side; the nearest one when none does. */
export function findBin(bins: readonly BlockInterval[], block: bigint): number {
  let low = 0
  let high = bins.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if (bins[middle]!.to < block) low = middle + 1
    else high = middle
  }
  return Math.max(0, low)
}
