'use client'
import { ChainText } from '../values/ChainText.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { formatBytes } from './formatBytes.ts'
import { requestLogStrings } from './requestLogStrings.ts'
import type { RequestTotals } from './summarizeRequests.ts'

/** What each method cost. */
export function RequestTotalsTable({ totals }: { totals: RequestTotals }) {
  const { locale, requestLog: strings } = useStrings(requestLogStrings)
  const number = (value: number) => formatNumber(value, locale)
  return (
    <details className="topic0-request-totals">
      <summary>{strings.totals}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{strings.method}</th>
            <th scope="col">{strings.calls}</th>
            <th scope="col">{strings.failed}</th>
            <th scope="col">{strings.averageTime}</th>
            <th scope="col">{strings.received}</th>
          </tr>
        </thead>
        <tbody>
          {totals.methods.map(({ method, calls, failed, duration, received }) => (
            <tr key={method}>
              <th scope="row">
                <ChainText text={method} />
              </th>
              <td>{number(calls)}</td>
              <td>{number(failed)}</td>
              <td>{strings.milliseconds(number(Math.round(duration / calls)))}</td>
              <td>{received === undefined ? '–' : formatBytes(received, locale)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
