'use client'
import type { ComponentProps } from 'react'
import { classNames } from './classNames.ts'
import { ErrorMessage } from './ErrorMessage.tsx'
import { formatNumber } from './formatNumber.ts'
import { useStrings } from './useStrings.ts'
import { ChainText } from './ChainText.tsx'

/** What is shown of one endpoint. The pool's `EndpointStatus` fits. */
export interface EndpointView {
  /** The host: never a path, a query or a key. */
  readonly name: string
  readonly type: 'http' | 'webSocket'
  readonly state: 'idle' | 'ok' | 'paused' | 'unreachable' | 'wrong-network'
  /** The newest block it showed. */
  readonly head: bigint | undefined
  /** Typical time of an answer in milliseconds. */
  readonly latency: number | undefined
  readonly limits?:
    | {
        readonly blockRange?: number | undefined
        readonly results?: number | undefined
        readonly batch?: number | undefined
      }
    | undefined
  /** When it will be tried again, in milliseconds since the epoch. */
  readonly resumesAt?: number | undefined
  readonly error?: Error | undefined
}

export interface NetworkStatusProps extends Omit<ComponentProps<'section'>, 'children'> {
  endpoints: readonly EndpointView[]
}

/** The endpoints of a network, what each is doing and has taught. `data-state` is `ok`, `degraded`, `down` or `idle`. */
export function NetworkStatus({ endpoints, className, ...rest }: NetworkStatusProps) {
  const strings = useStrings()
  const number = (value: number | bigint) => formatNumber(value, strings.locale)
  return (
    <section
      aria-label={strings.endpoints}
      {...rest}
      className={classNames('topic0', 'topic0-network-status', className)}
      data-state={overall(endpoints)}
    >
      {endpoints.length === 0 && <p className="topic0-muted">{strings.noEndpoints}</p>}
      <ul>
        {endpoints.map((endpoint) => (
          <li key={`${endpoint.type}:${endpoint.name}`} data-state={endpoint.state}>
            <div className="topic0-endpoint">
              <span className="topic0-dot" aria-hidden="true" />
              <span className="topic0-endpoint-name">
                <ChainText text={endpoint.name} />
                {endpoint.type === 'webSocket' && <span className="topic0-badge">WebSocket</span>}
              </span>
              <span className="topic0-endpoint-state">{strings.endpointStates[endpoint.state]}</span>
            </div>
            <dl>
              <Fact
                name={strings.head}
                value={endpoint.head === undefined ? undefined : number(endpoint.head)}
              />
              <Fact
                name={strings.latency}
                value={
                  endpoint.latency === undefined
                    ? undefined
                    : strings.milliseconds(number(Math.round(endpoint.latency)))
                }
              />
            </dl>
            <Notes endpoint={endpoint} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="topic0-number">{value ?? '–'}</dd>
    </div>
  )
}

function Notes({ endpoint }: { endpoint: EndpointView }) {
  const strings = useStrings()
  const { limits = {}, resumesAt, error } = endpoint
  const number = (value: number) => formatNumber(value, strings.locale)
  const learned = [
    limits.blockRange !== undefined && strings.limitBlocks(number(limits.blockRange)),
    limits.results !== undefined && strings.limitResults(number(limits.results)),
    limits.batch !== undefined && strings.limitBatch(number(limits.batch)),
  ].filter((text) => text !== false)
  return (
    <>
      {learned.length > 0 && <p className="topic0-muted">{learned.join(' · ')}</p>}
      {error && (
        <div className="topic0-endpoint-error">
          <ErrorMessage error={error} />
        </div>
      )}
      {resumesAt !== undefined && endpoint.state !== 'ok' && (
        <p className="topic0-muted">{strings.retriesAt(new Date(resumesAt).toISOString().slice(11, 19))}</p>
      )}
    </>
  )
}

function overall(endpoints: readonly EndpointView[]): 'ok' | 'degraded' | 'down' | 'idle' {
  const states = new Set(endpoints.map(({ state }) => state))
  if (states.size === 0 || (states.size === 1 && states.has('idle'))) return 'idle'
  if (!states.has('ok') && !states.has('idle')) return 'down'
  return states.has('paused') || states.has('unreachable') || states.has('wrong-network') ? 'degraded' : 'ok'
}
