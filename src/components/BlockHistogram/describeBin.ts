import type { BlockClock } from '../../logs/chain/createBlockClock.ts'
import type { HistogramBin } from '../../logs/analyse/histogram.ts'
import { formatInterval } from '../strings/formatInterval.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { formatTime } from '../values/formatTime.ts'
import type { Strings } from '../strings/strings.ts'

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
  strings: Strings,
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
