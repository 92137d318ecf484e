'use client'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { ChainText } from '../values/ChainText.tsx'
import { formatAge } from '../values/formatAge.ts'
import { formatDuration } from '../values/formatDuration.ts'
import type { EndpointView } from './EndpointView.ts'
import { ErrorMessage } from './ErrorMessage.tsx'
import { networkStrings } from './networkStrings.ts'

type Limit = keyof NonNullable<EndpointView['limits']>

const limits = ['blockRange', 'results', 'batch', 'rate'] as const

interface EndpointNotesProps {
  endpoint: EndpointView
  now: number | undefined
}

/** Learned limits, unsupported methods, errors and the next retry of an endpoint. */
export function EndpointNotes({ endpoint, now }: EndpointNotesProps) {
  const strings = useStrings(networkStrings)
  const { unavailable = [], rejected = 0, resumesAt, error, state } = endpoint
  const learned = limits.filter((limit) => limitValue(endpoint, limit) !== undefined)
  const isPaused = resumesAt !== undefined && state !== 'ok' && (now === undefined || resumesAt > now)
  return (
    <>
      {learned.length + unavailable.length > 0 && (
        <ul className="topic0-endpoint-limits">
          {learned.map((limit) => (
            <LearnedLimit key={limit} {...{ endpoint, limit, now }} />
          ))}
          {unavailable.map((one) => (
            <UnavailableMethod key={one.method} {...one} now={now} />
          ))}
        </ul>
      )}
      {rejected > 0 && (
        <p className="topic0-endpoint-warning">
          {strings.logsRejected(formatNumber(rejected, strings.locale))}
        </p>
      )}
      {error && (
        <div className="topic0-endpoint-error">
          <ErrorMessage error={error} />
        </div>
      )}
      {isPaused && (
        <p className="topic0-endpoint-warning">
          {now === undefined
            ? strings.retriesAt(new Date(resumesAt).toISOString().slice(11, 19))
            : strings.retriesIn(formatDuration((resumesAt - now) / 1_000, strings.locale))}
        </p>
      )}
    </>
  )
}

function LearnedLimit({ endpoint, limit, now }: EndpointNotesProps & { limit: Limit }) {
  const strings = useStrings(networkStrings)
  const learned = endpoint.learnedLimits?.find((one) => one.limit === limit)
  const sentences = {
    blockRange: strings.limitBlocks,
    results: strings.limitResults,
    batch: strings.limitBatch,
    rate: strings.limitRate,
  }
  return (
    <li>
      {sentences[limit](formatNumber(limitValue(endpoint, limit) ?? 0, strings.locale))}
      {endpoint.limits?.[limit] === undefined && (
        <span className="topic0-muted">, {strings.limitOutdated}</span>
      )}
      {learned && now !== undefined && (
        <span className="topic0-muted">
          , {strings.learnedFrom(ageOf(learned.learnedAt, now, strings.locale))}
        </span>
      )}
      <Details text={learned?.details} />
    </li>
  )
}

type UnavailableMethodProps = NonNullable<EndpointView['unavailable']>[number] & { now: number | undefined }

function UnavailableMethod({ method, until, details, now }: UnavailableMethodProps) {
  const strings = useStrings(networkStrings)
  return (
    <li>
      {strings.methodUnavailable(method)}
      {now !== undefined && until > now && (
        <span className="topic0-muted">
          , {strings.nextTryIn(formatDuration((until - now) / 1_000, strings.locale))}
        </span>
      )}
      <Details text={details} />
    </li>
  )
}

function Details({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p className="topic0-error-details">
      <ChainText text={text} />
    </p>
  )
}

/** A learned limit, even if it is so old that it will be tested again. */
function limitValue({ limits, expiredLimits }: EndpointView, limit: Limit): number | undefined {
  return limits?.[limit] ?? expiredLimits?.[limit]
}

/** At least one second, because `now` is rounded. */
function ageOf(learnedAt: number, now: number, locale: string): string {
  return formatAge(Math.min(learnedAt / 1_000, now / 1_000 - 1), now / 1_000, locale)
}
