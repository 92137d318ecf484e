'use client'
import type { ComponentProps } from 'react'
import { connectivityOf, isUnreachable, type ConnectivityStatus } from '../../logs/ConnectivityStatus.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { useNow } from '../ui/useNow.ts'
import { withRef } from '../ui/withRef.ts'
import { ChainText } from '../values/ChainText.tsx'
import { formatAge } from '../values/formatAge.ts'
import { EndpointNotes } from './EndpointNotes.tsx'
import type { EndpointView } from './EndpointView.ts'
import { ErrorMessage } from './ErrorMessage.tsx'
import { networkStrings, type NetworkStrings } from './networkStrings.ts'
import { overallState } from './overallState.ts'

// Milliseconds without a response, longer than an explorer polls.
const quietAfter = 60_000

export interface NetworkStatusProps extends Omit<ComponentProps<'section'>, 'children'> {
  /** The `endpoints` of `useNetworkStatus`. */
  endpoints: readonly EndpointView[]
  /** Whether any of them can be reached: the `connectivity` of `useNetworkStatus`. @default derived from their states */
  connectivity?: ConnectivityStatus | undefined
  /** Whether requests have waited for an answer for a while: `live.silentSince` of `useLogs` is set. @default false */
  silent?: boolean | undefined
  /** The host of the network's archive. @default none */
  archive?: string | undefined
  /** Why the archive, or a part of it, is not used: the `archive.error` of `useNetworkStatus`. @default nothing is wrong */
  archiveError?: Error | undefined
  /** The time in milliseconds since the epoch. @default now */
  now?: number | undefined
}

/**
 * Lists the endpoints of a network: their state, head, latency, learned limits and errors, and when a paused one is tried again.
 * `data-state` is `ok`, `degraded`, `down` or `idle`.
 *
 * @example
 * function Endpoints() {
 *   const { endpoints, connectivity } = useNetworkStatus()
 *   return <NetworkStatus endpoints={endpoints} connectivity={connectivity} />
 * }
 */
export const NetworkStatus = /* @__PURE__ */ withRef(function NetworkStatus(props: NetworkStatusProps) {
  const {
    endpoints,
    connectivity = connectivityOf(endpoints),
    silent = false,
    archive,
    archiveError,
    now: given,
    ...root
  } = props
  const { className, ...rest } = root
  const strings = useStrings(networkStrings)
  const changes = endpoints.some(
    ({ learnedLimits = [], unavailable = [], resumesAt, respondedAt }) =>
      (resumesAt ?? respondedAt) !== undefined || learnedLimits.length + unavailable.length > 0,
  )
  const now = useNow(changes, given)
  return (
    <section
      aria-label={strings.endpoints}
      {...rest}
      className={classNames('topic0', 'topic0-network-status', className)}
      data-state={overallState(endpoints, connectivity, silent)}
    >
      {isUnreachable(connectivity) && <p role="status">{strings.cutOff[connectivity]}</p>}
      {endpoints.length === 0 && <p className="topic0-muted">{strings.noEndpoints}</p>}
      <ul>
        {endpoints.map((endpoint) => (
          <EndpointItem
            key={`${endpoint.type}:${endpoint.name}`}
            {...{ endpoint, connectivity, silent, now }}
          />
        ))}
      </ul>
      {archive !== undefined && (
        <p className="topic0-muted">
          {strings.archive}: <ChainText text={archive} />
        </p>
      )}
      {archiveError && <ErrorMessage error={archiveError} />}
    </section>
  )
})

interface EndpointItemProps {
  endpoint: EndpointView
  connectivity: ConnectivityStatus
  silent: boolean
  now: number | undefined
}

function EndpointItem({ endpoint, connectivity, silent, now }: EndpointItemProps) {
  const strings = useStrings(networkStrings)
  const { name, type, head, latency } = endpoint
  const number = (value: number | bigint) => formatNumber(value, strings.locale)
  return (
    <li data-state={stateOf(endpoint, connectivity, silent)}>
      <div className="topic0-endpoint">
        <span className="topic0-dot" aria-hidden="true" />
        <span className="topic0-endpoint-name">
          <ChainText text={name} />
          {type === 'webSocket' && <span className="topic0-badge">WebSocket</span>}
        </span>
        <span className="topic0-endpoint-state">
          {stateText(endpoint, { connectivity, silent, now, strings })}
        </span>
      </div>
      <dl>
        <Fact name={strings.head} value={head === undefined ? undefined : number(head)} />
        <Fact
          name={strings.latency}
          value={latency === undefined ? undefined : strings.milliseconds(number(Math.round(latency)))}
        />
      </dl>
      <EndpointNotes endpoint={endpoint} now={now} />
    </li>
  )
}

/** While nothing can be reached, no endpoint is shown as responding. While no answer comes, it is shown as unused. */
function stateOf(
  { state }: EndpointView,
  connectivity: ConnectivityStatus,
  silent: boolean,
): EndpointView['state'] {
  if (state !== 'ok') return state
  if (isUnreachable(connectivity)) return 'unreachable'
  return silent ? 'idle' : 'ok'
}

interface StateTextOptions {
  connectivity: ConnectivityStatus
  silent: boolean
  now: number | undefined
  strings: NetworkStrings
}

/** An endpoint that was unused for a while, or does not answer now, may be down: its last response is shown instead of its state. */
function stateText(endpoint: EndpointView, { connectivity, silent, now, strings }: StateTextOptions): string {
  const { respondedAt, head } = endpoint
  const state = stateOf(endpoint, connectivity, silent)
  const isQuiet =
    endpoint.state === 'ok' &&
    now !== undefined &&
    respondedAt !== undefined &&
    (silent || now - respondedAt >= quietAfter)
  if (isUnreachable(connectivity) || !isQuiet)
    return state === 'idle' && (respondedAt !== undefined || head !== undefined)
      ? strings.notInUse
      : strings.endpointStates[state]
  return strings.lastResponse(formatAge(respondedAt / 1_000, now / 1_000, strings.locale))
}

function Fact({ name, value }: { name: string; value: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="topic0-number">{value ?? '–'}</dd>
    </div>
  )
}
