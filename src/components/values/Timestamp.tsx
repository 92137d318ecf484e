'use client'
import type { ComponentProps } from 'react'
import { useStrings } from '../strings/useStrings.ts'
import { classNames } from '../ui/classNames.ts'
import { withRef } from '../ui/withRef.ts'
import { formatDuration } from './formatDuration.ts'
import { formatLocal, formatTime, isSameDay } from './formatTime.ts'
import { valueStrings } from './valueStrings.ts'

export interface TimestampProps extends Omit<ComponentProps<'time'>, 'children' | 'dateTime'> {
  /** Seconds since the epoch, as in a block header. */
  seconds: bigint
  /** UTC (the same on server and client), local time, or the age at `now`, such as `3 min`. @default 'utc' */
  format?: 'utc' | 'local' | 'age' | undefined
  /** Seconds since the epoch: ages are counted from it, and times of its day are shown without the date. Without it ages are shown as UTC. */
  now?: number | undefined
}

/**
 * The time of a block. `data-state` is `valid`, or `invalid` when no date can hold it.
 *
 * @example
 * <Timestamp seconds={1_700_000_000n} format="local" />
 */
export const Timestamp = /* @__PURE__ */ withRef(function Timestamp({
  seconds,
  format = 'utc',
  now,
  className,
  ...rest
}: TimestampProps) {
  const { locale } = useStrings(valueStrings)
  const utc = formatTime(seconds)
  const text =
    utc === undefined
      ? seconds.toString()
      : format === 'age' && now !== undefined
        ? formatDuration(now - Number(seconds), locale)
        : format === 'local'
          ? formatLocal(seconds)
          : utc
  const isToday = now !== undefined && format !== 'age' && isSameDay(seconds, now, format)
  return (
    <time
      title={utc && `${utc} UTC`}
      {...rest}
      className={classNames('topic0', 'topic0-timestamp', className)}
      data-state={utc === undefined ? 'invalid' : 'valid'}
      dateTime={utc && `${utc.replace(' ', 'T')}Z`}
    >
      {isToday ? text.split(' ')[1] : text}
    </time>
  )
})
