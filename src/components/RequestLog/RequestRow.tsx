'use client'
import { memo } from 'react'
import type { RequestEvent } from '../../base/RequestEvent.ts'
import { errorStrings } from '../strings/errorStrings.ts'
import { errorWords } from '../strings/errorWords.ts'
import { formatInterval } from '../strings/formatInterval.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { ChainText } from '../values/ChainText.tsx'
import { formatBytes } from './formatBytes.ts'
import { requestLogStrings } from './requestLogStrings.ts'
import { toCurl } from './toCurl.ts'

/** One attempt of a call. Requests never change, so a new one renders only its row. */
export const RequestRow = memo(function RequestRow({ request }: { request: RequestEvent }) {
  const { locale, requestLog: strings, ...errors } = useStrings(rowStrings)
  const { endpoint, method, range, reason, attempt, message, outcome, logs, error } = request
  const curl = toCurl(request)
  const number = (value: number) => formatNumber(value, locale)
  const bytes = message.receivedBytes
  return (
    <tr data-state={outcome}>
      <td className="topic0-number">{new Date(message.startedAt).toISOString().slice(11, 19)}</td>
      <td>
        <div className="topic0-request-method">
          <ChainText text={method} />
        </div>
        <div className="topic0-request-facts topic0-muted">
          {range && <span>{formatInterval(range, locale)}</span>}
          <span>{strings.reasons[reason]}</span>
          <span>
            <ChainText text={endpoint} />
          </span>
          {attempt > 1 && <span>{strings.attempt(number(attempt))}</span>}
        </div>
        {error && (
          <p className="topic0-request-error">
            <ChainText text={errorWords(error, { ...errors, locale }).what} />
          </p>
        )}
      </td>
      <td>
        <div className="topic0-request-outcome">
          <span>{logs === undefined ? strings.outcomes[outcome] : strings.logs(number(logs))}</span>
          {curl !== undefined && <CopyButton value={curl} what="curl" />}
        </div>
        <div className="topic0-request-facts topic0-muted topic0-number">
          <span>{strings.milliseconds(number(Math.round(message.duration)))}</span>
          {bytes !== undefined && <span>{formatBytes(bytes, locale)}</span>}
          {message.calls > 1 && <span>{strings.batch(number(message.calls))}</span>}
        </div>
      </td>
    </tr>
  )
})

const rowStrings = { ...requestLogStrings, ...errorStrings }
