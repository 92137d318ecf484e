'use client'
import type { BlockClock } from '../../logs/analyze/createBlockClock.ts'
import type { HistogramBin } from '../../logs/analyze/histogram.ts'
import type { BlockInterval } from '../../logs/Coverage.ts'
import { blockStates } from '../status/splitCoverage.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { formatTime } from '../values/formatTime.ts'
import { histogramStrings } from './histogramStrings.ts'

interface HistogramAxisProps {
  range: BlockInterval | undefined
  /** The clock of a time axis. */
  clock: BlockClock | undefined
  bins: readonly HistogramBin[]
  legend: boolean
}

/** The ends of the axis, and the legend of the coverage patterns. */
export function HistogramAxis({ range, clock, bins, legend }: HistogramAxisProps) {
  const strings = useStrings(histogramStrings)
  const end = (block: bigint) => {
    const time = clock && formatTime(BigInt(Math.round(clock.timeOf(block))))
    return time === undefined ? formatNumber(block, strings.locale) : strings.aboutTime(`${time} UTC`)
  }
  const seen = blockStates.filter((state) => bins.some((bin) => bin.state === state))
  return (
    <div className="topic0-block-histogram-axis" aria-hidden="true">
      <span className="topic0-number">{range && end(range.from)}</span>
      {legend && (
        <ul className="topic0-block-histogram-legend">
          {seen.map((state) => (
            <li key={state}>
              <span className="topic0-swatch" data-state={state} /> {strings[state]}
            </li>
          ))}
        </ul>
      )}
      <span className="topic0-number">{range && range.to > range.from && end(range.to)}</span>
    </div>
  )
}
