import type { HistogramBin } from '../../logs/analyse/histogram.ts'

// However few logs there are, they can be seen: of a height of 100.
const lowest = 4
// Of a width of 1; what is left is between the bars.
const widest = 0.84
// Few bars do not become slabs: so many would fit side by side.
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
