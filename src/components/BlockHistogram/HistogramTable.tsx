'use client'
import type { BlockClock } from '../../logs/analyse/createBlockClock.ts'
import type { Histogram } from '../../logs/analyse/histogram.ts'
import { useStrings } from '../strings/useStrings.ts'
import { describeBin } from './bins.ts'
import { histogramStrings } from './histogramStrings.ts'

interface HistogramTableProps {
  caption: string
  histogram: Histogram
  clock: BlockClock | undefined
}

/** The histogram as a short table, for screen readers. */
export function HistogramTable({ caption, histogram, clock }: HistogramTableProps) {
  const strings = useStrings(histogramStrings)
  return (
    // A table cannot be narrower than its content, so the wrapper hides it.
    <div className="topic0-visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.range}</th>
            {clock && <th scope="col">{strings.time}</th>}
            <th scope="col">{strings.logs}</th>
            <th scope="col">{strings.coverage}</th>
          </tr>
        </thead>
        <tbody>
          {histogram.bins.map((bin) => {
            const { blocks, logs, state, time } = describeBin(bin, clock, strings)
            return (
              <tr key={bin.from.toString()}>
                <th scope="row">{blocks}</th>
                {clock && <td>{time}</td>}
                <td>{logs}</td>
                <td>{state}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
