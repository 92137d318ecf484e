'use client'
import { useId } from 'react'
import type { ComponentProps } from 'react'
import type { FollowState, FollowStatus } from '../logs/follow/FollowState.ts'
import { classNames } from './classNames.ts'
import { formatDuration } from './formatDuration.ts'
import { formatNumber } from './formatNumber.ts'
import type { Strings } from './strings.ts'
import { useNow } from './useNow.ts'
import { useStrings } from './useStrings.ts'

export interface LiveStatusProps extends Omit<ComponentProps<'div'>, 'children'> {
  /** How following fares: `live` of `useLogs`. `undefined` before it has begun. */
  live:
    | (Pick<FollowState, 'status' | 'source' | 'pollingInterval' | 'lastUpdated'> &
        Partial<Pick<FollowState, 'staleFrom'>>)
    | undefined
  /** Whether it is switched on. @default whether `live` is there */
  on?: boolean | undefined
  /** Shows a switch. */
  onSwitch?: ((on: boolean) => void) | undefined
  /** Why it cannot be switched on: said beside the switch, which is off then. */
  unavailable?: string | undefined
  /** The last reorganisation: from which block on, and how many logs were taken back. */
  reorg?: { readonly from: bigint; readonly removed: number } | undefined
  /** The time in milliseconds since the epoch. @default now */
  now?: number | undefined
}

/**
 * Whether a list is live, how it hears of new blocks, and since when it does not. `data-state` is `off` or the status of
 * following.
 *
 * @example
 * <LiveStatus live={logs.live} />
 */
export function LiveStatus(props: LiveStatusProps) {
  const { live, on: wanted = live !== undefined, onSwitch, unavailable, reorg, now: given, ...more } = props
  const { className, ...rest } = more
  const on = wanted && unavailable === undefined
  const strings = useStrings()
  const id = useId()
  const status: FollowStatus | 'off' = on ? (live?.status ?? 'catching-up') : 'off'
  const now = useNow(status === 'stale', given)
  const takenBack = reorg && strings.takenBack(reorg.removed, formatNumber(reorg.from, strings.locale))
  return (
    <div {...rest} className={classNames('topic0', 'topic0-live-status', className)} data-state={status}>
      {onSwitch && (
        <label className="topic0-switch" htmlFor={id} title={unavailable}>
          <input
            id={id}
            type="checkbox"
            role="switch"
            checked={on}
            aria-checked={on}
            aria-describedby={unavailable === undefined ? undefined : `${id}why`}
            disabled={unavailable !== undefined}
            onChange={(event) => onSwitch(event.target.checked)}
          />
          {strings.live}
        </label>
      )}
      <span className="topic0-live-text">
        {on && <span className="topic0-dot" aria-hidden="true" />}
        <span
          id={`${id}why`}
          role="status"
          className={status === 'stale' ? 'topic0-visually-hidden' : undefined}
        >
          {unavailable}
          {/* The switch is named so already. */}
          {status === 'live' && !onSwitch && <strong>{strings.live} </strong>}
          {on && (status === 'stale' ? strings.liveStale(undefined) : describe(live, status, now, strings))}
        </span>
        {/* It changes each second: nobody wants to hear it that often. */}
        {status === 'stale' && <span>{describe(live, status, now, strings)}</span>}
      </span>
      {on && reorg && (
        <span className="topic0-live-reorg" role="status" title={takenBack}>
          {takenBack}
        </span>
      )}
    </div>
  )
}

function describe(
  live: LiveStatusProps['live'],
  status: FollowStatus | 'off',
  now: number | undefined,
  strings: Strings,
): string {
  const duration = (milliseconds: number) => formatDuration(milliseconds / 1_000, strings.locale)
  const every = live?.pollingInterval === undefined ? undefined : duration(live.pollingInterval)
  if (status === 'paused') return strings.livePaused
  if (status === 'stale')
    return strings.liveStale(
      now === undefined || live?.lastUpdated === undefined
        ? undefined
        : duration(Math.max(0, now - live.lastUpdated)),
    )
  if (live?.staleFrom !== undefined) return strings.liveReplaced(formatNumber(live.staleFrom, strings.locale))
  if (status === 'catching-up' || !live) return strings.liveCatchingUp
  if (status === 'degraded') return strings.liveDegraded(every)
  return live.source === 'socket' ? strings.liveBySocket : strings.liveByPolling(every)
}
