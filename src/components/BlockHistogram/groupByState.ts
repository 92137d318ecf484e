import type { HistogramBin } from '../../logs/analyse/histogram.ts'

export interface StateRun {
  readonly state: NonNullable<HistogramBin['state']>
  /** Index of the first bin, and number of bins. */
  readonly start: number
  readonly length: number
}

/** Joins adjacent bins of the same coverage state. */
export function groupByState(bins: readonly HistogramBin[]): readonly StateRun[] {
  const runs: StateRun[] = []
  for (const [start, { state }] of bins.entries()) {
    if (!state) continue
    const last = runs.at(-1)
    if (last?.state === state && last.start + last.length === start)
      runs[runs.length - 1] = { ...last, length: last.length + 1 }
    else runs.push({ state, start, length: 1 })
  }
  return runs
}
