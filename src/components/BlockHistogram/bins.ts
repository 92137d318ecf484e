import type { BlockClock } from '../../logs/analyze/createBlockClock.ts'
import type { HistogramBin } from '../../logs/analyze/histogram.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { lowerBound } from '../../logs/lowerBound.ts'
import { formatInterval } from '../strings/formatInterval.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { formatTime } from '../values/formatTime.ts'
import type { HistogramStrings } from './histogramStrings.ts'

/** The index of the adjacent interval that contains a block, or of the nearest one. */
export function findBin(bins: readonly BlockInterval[], block: bigint): number {
  return lowerBound(bins.length - 1, (index) => bins[index]!.to < block)
}

/** Merges adjacent bins; `undefined` for none. Its state is the one that all share, or `archived` if the others are verified. */
export function mergeBins(
  bins: readonly HistogramBin[],
): (HistogramBin & { readonly isMixed: boolean }) | undefined {
  const first = bins[0]
  const last = bins.at(-1)
  if (!first || !last) return undefined
  const states = new Set(bins.map(({ state }) => state))
  if (states.has('archived')) states.delete('verified')
  const isMixed = states.size > 1
  return {
    from: first.from,
    to: last.to,
    count: bins.reduce((sum, { count }) => sum + count, 0),
    state: isMixed ? undefined : [...states][0],
    isMixed,
  }
}

export interface BinText {
  readonly blocks: string
  /** Number of known logs; `undefined` if blocks are unread and no log is known. */
  readonly logs: string | undefined
  /** Their coverage state: "Complete". */
  readonly state: string | undefined
  /** Approximate time of the first one. */
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
  // "0 logs" is true only if all blocks were read.
  const isWhole =
    !bin.isMixed && (bin.state === undefined || bin.state === 'verified' || bin.state === 'archived')
  return {
    blocks: strings.blockRange(formatInterval(bin, strings.locale), bin.from === bin.to),
    logs: bin.count === 0 && !isWhole ? undefined : strings.logCount(formatNumber(bin.count, strings.locale)),
    state: bin.state && strings[bin.state],
    time: time === undefined ? undefined : strings.aboutTime(`${time} UTC`),
  }
}
