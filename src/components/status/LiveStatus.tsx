'use client'
import { useId, type ComponentProps } from 'react'
import { isUnreachable, type ConnectivityStatus } from '../../logs/ConnectivityStatus.ts'
import type { FollowState, FollowStatus } from '../../logs/follow/FollowState.ts'
import { formatNumber } from '../strings/formatNumber.ts'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { Switch } from '../ui/Switch.tsx'
import { useNow } from '../ui/useNow.ts'
import { withRef } from '../ui/withRef.ts'
import { formatDuration } from '../values/formatDuration.ts'
import { liveStrings, type LiveStrings } from './liveStrings.ts'

export interface LiveStatusProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** Live status: `live` of `useLogs`. `undefined` until live updates start. */
  live:
    | (Pick<FollowState, 'status' | 'source' | 'pollingInterval' | 'lastUpdated'> &
        Partial<Pick<FollowState, 'staleFrom' | 'silentSince' | 'connectivity' | 'headAt'>>)
    | undefined
  /** Whether the network can be reached, known before live updates start: from `useNetworkStatus`. @default from `live` */
  connectivity?: ConnectivityStatus | undefined
  /** Whether live updates are on. @default whether `live` is given */
  on?: boolean | undefined
  /** Shows a switch. */
  onSwitch?: ((on: boolean) => void) | undefined
  /** Why live updates are unavailable, shown next to the switch, which is off then. */
  unavailable?: string | undefined
  /** The last reorganization: its first block, and how many logs it removed (0 if unknown). */
  reorg?: { readonly from: bigint; readonly removed: number } | undefined
  /** The time in milliseconds since the epoch. @default now */
  now?: number | undefined
}

/** Milliseconds without a new block until the age of the last one is shown. */
const quietAfter = 10_000

/**
 * The live switch, and how updates arrive or since when they have not. `data-state` is `off`, the live status, or `catching-up`
 * while no endpoint answers.
 *
 * @example
 * <LiveStatus live={logs.live} />
 */
export const LiveStatus = /* @__PURE__ */ withRef(function LiveStatus(props: LiveStatusProps) {
  const { live, on: wanted = live !== undefined, onSwitch, unavailable, reorg, ...more } = props
  const { connectivity = live?.connectivity, now: given, className, ...rest } = more
  const on = wanted && unavailable === undefined
  const strings = useStrings(liveStrings)
  const id = useId()
  const outage = isUnreachable(connectivity) ? connectivity : undefined
  const liveStatus = outage && live?.status !== 'paused' ? 'stale' : (live?.status ?? 'catching-up')
  const status: FollowStatus | 'off' = on ? liveStatus : 'off'
  const isSilent = on && status !== 'stale' && status !== 'paused' && live?.silentSince !== undefined
  const now = useNow(status === 'stale' || status === 'live' || isSilent, given)
  const quietFor = status === 'live' && !isSilent ? quietTime(live, now) : undefined
  const number = (value: number | bigint) => formatNumber(value, strings.locale)
  const announced =
    status === 'stale' ? strings.liveStale(undefined, outage) : statusText(live, status, strings)
  const reorgText =
    reorg && strings.logsRemoved(reorg.removed === 0 ? undefined : number(reorg.removed), number(reorg.from))
  return (
    <div
      {...rest}
      className={classNames('topic0', 'topic0-live-status', className)}
      data-state={isSilent ? 'catching-up' : status}
    >
      {onSwitch && (
        <Switch
          title={unavailable}
          aria-describedby={unavailable === undefined ? undefined : id}
          disabled={unavailable !== undefined}
          {...{ on, onSwitch }}
        >
          {strings.live}
        </Switch>
      )}
      <span className="topic0-live-text">
        {on && <span className="topic0-dot" aria-hidden="true" />}
        <span
          id={id}
          role="status"
          className={status === 'stale' || isSilent ? 'topic0-visually-hidden' : undefined}
        >
          {unavailable}
          {/* The switch already has this name. */}
          {status === 'live' && !onSwitch && <strong>{strings.live} </strong>}
          {isSilent && strings.liveSilent(undefined)}
          {on && !isSilent && announced}
        </span>
        {/* Changes each second, so it is not announced. */}
        {status === 'stale' && (
          <span>{strings.liveStale(timeSince(live?.lastUpdated, now, strings), outage)}</span>
        )}
        {isSilent && <span>{strings.liveSilent(timeSince(live.silentSince, now, strings))}</span>}
        {quietFor !== undefined && (
          <span className="topic0-muted">
            {strings.lastBlockAgo(formatDuration(quietFor / 1_000, strings.locale))}
          </span>
        )}
      </span>
      {/* Also without a text: screen readers announce what changes. */}
      {on && (
        <span
          className={reorgText ? 'topic0-live-reorg' : 'topic0-visually-hidden'}
          aria-live="polite"
          title={reorgText}
        >
          {reorgText}
        </span>
      )}
    </div>
  )
})

/** Milliseconds since the last block, if the WebSocket has been quiet: the chain may have halted, or blocks are missed. */
function quietTime(live: LiveStatusProps['live'], now: number | undefined): number | undefined {
  if (live?.source !== 'socket' || live.headAt === undefined || now === undefined) return undefined
  const quietFor = now - live.headAt
  return quietFor < quietAfter ? undefined : quietFor
}

function statusText(
  live: LiveStatusProps['live'],
  status: Exclude<FollowStatus, 'stale'> | 'off',
  strings: LiveStrings,
): string {
  const every =
    live?.pollingInterval === undefined
      ? undefined
      : formatDuration(live.pollingInterval / 1_000, strings.locale)
  if (status === 'paused') return strings.livePaused
  if (live?.staleFrom !== undefined) return strings.liveReplaced(formatNumber(live.staleFrom, strings.locale))
  if (status === 'catching-up' || !live)
    return live?.lastUpdated === undefined ? strings.liveStarting : strings.liveCatchingUp
  if (status === 'degraded') return strings.liveDegraded(every)
  return live.source === 'socket' ? strings.liveBySocket : strings.liveByPolling(every)
}

function timeSince(
  since: number | undefined,
  now: number | undefined,
  { locale }: LiveStrings,
): string | undefined {
  if (since === undefined || now === undefined) return undefined
  return formatDuration(Math.max(0, now - since) / 1_000, locale)
}
