'use client'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { ChainText } from '../values/ChainText.tsx'
import { formatAge } from '../values/formatAge.ts'
import { formatDuration } from '../values/formatDuration.ts'
import type { EndpointView } from './EndpointView.ts'
import { ErrorMessage } from './ErrorMessage.tsx'
import { networkStrings } from './networkStrings.ts'

const limits = ['blockRange', 'results', 'batch', 'rate'] as const

/** Learned limits, errors and the next retry of an endpoint. */
export function EndpointNotes({ endpoint, now }: { endpoint: EndpointView; now: number | undefined }) {
  const strings = useStrings(networkStrings)
  const { learnedLimits: lessons = [], unavailable = [], rejected = 0, resumesAt, error, state } = endpoint
  const sentences = {
    blockRange: strings.limitBlocks,
    results: strings.limitResults,
    batch: strings.limitBatch,
    rate: strings.limitRate,
  }
  const learned = limits.flatMap((limit) => {
    const known = endpoint.limits?.[limit]
    const value = known ?? endpoint.expiredLimits?.[limit]
    const lesson = lessons.find((one) => one.limit === limit)
    return value === undefined ? [] : [{ limit, value, lesson, doubted: known === undefined }]
  })
  const rests = resumesAt !== undefined && state !== 'ok' && (now === undefined || resumesAt > now)
  return (
    <>
      {learned.length + unavailable.length > 0 && (
        <ul className="topic0-lessons">
          {learned.map(({ limit, value, lesson, doubted }) => (
            <li key={limit}>
              {sentences[limit](formatNumber(value, strings.locale))}
              {doubted && <span className="topic0-muted">, {strings.limitOutdated}</span>}
              {lesson && now !== undefined && (
                <span className="topic0-muted">
                  , {strings.learnedFrom(ageOf(lesson.learnedAt, now, strings.locale))}
                </span>
              )}
              {lesson?.details && (
                <p className="topic0-error-details">
                  <ChainText text={lesson.details} />
                </p>
              )}
            </li>
          ))}
          {unavailable.map(({ method, until, details }) => (
            <li key={method}>
              {strings.methodUnavailable(method)}
              {now !== undefined && until > now && (
                <span className="topic0-muted">
                  , {strings.nextTryIn(formatDuration((until - now) / 1_000, strings.locale))}
                </span>
              )}
              {details && (
                <p className="topic0-error-details">
                  <ChainText text={details} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
      {rejected > 0 && (
        <p className="topic0-endpoint-flag">{strings.logsRejected(formatNumber(rejected, strings.locale))}</p>
      )}
      {error && (
        <div className="topic0-endpoint-error">
          <ErrorMessage error={error} />
        </div>
      )}
      {rests && (
        <p className="topic0-endpoint-rest">
          {now === undefined
            ? strings.retriesAt(new Date(resumesAt).toISOString().slice(11, 19))
            : strings.retriesIn(formatDuration((resumesAt - now) / 1_000, strings.locale))}
        </p>
      )}
    </>
  )
}

/** At least one second, because `now` is rounded. */
function ageOf(learnedAt: number, now: number, locale: string): string {
  return formatAge(Math.min(learnedAt / 1_000, now / 1_000 - 1), now / 1_000, locale)
}
