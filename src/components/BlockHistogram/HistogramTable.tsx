'use client'
import type { HistogramBin } from '../../logs/analyze/histogram.ts'
import { useStrings } from '../strings/useStrings.ts'
import type { BinText } from './bins.ts'
import { histogramStrings } from './histogramStrings.ts'

interface HistogramTableProps {
  caption: string
  bins: readonly HistogramBin[]
  describe: (bin: HistogramBin) => BinText
  hasTimes: boolean
}

/** The histogram as a short table, for screen readers. */
export function HistogramTable({ caption, bins, describe, hasTimes }: HistogramTableProps) {
  const strings = useStrings(histogramStrings)
  return (
    // A table cannot be narrower than its content, so the wrapper hides it.
    <div className="topic0-visually-hidden">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{strings.range}</th>
            {hasTimes && <th scope="col">{strings.time}</th>}
            <th scope="col">{strings.logs}</th>
            <th scope="col">{strings.coverage}</th>
          </tr>
        </thead>
        <tbody>
          {bins.map((bin) => {
            const { blocks, logs, state, time } = describe(bin)
            return (
              <tr key={bin.from.toString()}>
                <th scope="row">{blocks}</th>
                {hasTimes && <td>{time}</td>}
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
