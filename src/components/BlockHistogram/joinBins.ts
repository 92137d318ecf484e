import type { HistogramBin } from '../../logs/analyse/histogram.ts'

/** Neighbouring bins as one; what is known of them only when it is the same of all. `undefined` when there are none. */
export function joinBins(
  bins: readonly HistogramBin[],
): (HistogramBin & { readonly isMixed: boolean }) | undefined {
  const first = bins[0]
  const last = bins.at(-1)
  if (!first || !last) return undefined
  const isMixed = bins.some(({ state }) => state !== first.state)
  return {
    from: first.from,
    to: last.to,
    count: bins.reduce((sum, { count }) => sum + count, 0),
    state: isMixed ? undefined : first.state,
    isMixed,
  }
}
