import type { BlockClock } from '../../logs/analyse/createBlockClock.ts'
import type { HistogramBin } from '../../logs/analyse/histogram.ts'
import { formatInterval } from '../strings/formatInterval.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { formatTime } from '../values/formatTime.ts'
import type { HistogramStrings } from './histogramStrings.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { lowerBound } from '../../logs/lowerBound.ts'

/** The position of the interval that holds a block, among intervals side by side; the nearest one when none does. */
export function findBin(bins: readonly BlockInterval[], block: bigint): number {
  return lowerBound(bins.length - 1, (index) => bins[index]!.to < block)
}

/** Neighbouring bins as one; what is known of them only when it is the same of all. `undefined` when there are none. */
export function mergeBins(
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

export interface BinText {
  readonly blocks: string
  /** How many are known: `undefined` where blocks were not read and none is. */
  readonly logs: string | undefined
  /** What is known of them: "Verified". */
  readonly state: string | undefined
  /** When the first of them was made, about. */
  readonly time: string | undefined
}

/** A bin in words. */
export function describeBin(
  bin: HistogramBin & { readonly isMixed?: boolean },
  clock: BlockClock | undefined,
  strings: HistogramStrings,
): BinText {
  const seconds = clock?.timeOf(bin.from)
  const time = seconds === undefined ? undefined : formatTime(BigInt(Math.round(seconds)))
  // "0 logs" may be said only of blocks that were all read.
  const isWhole = !bin.isMixed && (bin.state === undefined || bin.state === 'verified')
  return {
    blocks: strings.blockRange(formatInterval(bin, strings.locale), bin.from === bin.to),
    logs: bin.count === 0 && !isWhole ? undefined : strings.logCount(formatNumber(bin.count, strings.locale)),
    state: bin.state && strings[bin.state],
    time: time === undefined ? undefined : strings.aboutTime(`${time} UTC`),
  }
}
