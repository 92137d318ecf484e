import type { HistogramBin } from '../../logs/analyse/histogram.ts'

// Minimum bar height, of 100.
const lowest = 4
// Bar width, of 1; the rest is the gap.
const widest = 0.84
// Limits the width of few bars.
const fewest = 24

/** All bars as one path: 1 wide each, the highest 100 high. */
export function barsPath(bins: readonly HistogramBin[], highest: number): string {
  const width = round(Math.min(widest, bins.length / fewest))
  const margin = (1 - width) / 2
  return bins
    .map(({ count }, at) => {
      if (count === 0) return ''
      const height = Math.max(lowest, (count / highest) * 100)
      return `M${round(at + margin)} 100V${round(100 - height)}h${width}V100Z`
    })
    .join('')
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
