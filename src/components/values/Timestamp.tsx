'use client'
import type { ComponentProps } from 'react'
import { classNames } from '../ui/classNames.ts'
import { formatAge } from './formatAge.ts'
import { formatTime } from './formatTime.ts'
import { useStrings } from '../strings/useStrings.ts'
import { valueStrings } from './valueStrings.ts'
import { withRef } from '../ui/withRef.ts'

export interface TimestampProps extends Omit<ComponentProps<'time'>, 'children' | 'dateTime'> {
  /** Seconds since the epoch, as in a block header. */
  seconds: bigint
  /** UTC (the same on server and client), local time, or the age at `now`. @default 'utc' */
  format?: 'utc' | 'local' | 'age' | undefined
  /** Seconds since the epoch from which ages are counted. Without it ages are shown as UTC. */
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
        ? formatAge(Number(seconds), now, locale)
        : format === 'local'
          ? formatLocal(seconds)
          : utc
  return (
    <time
      title={utc && `${utc} UTC`}
      {...rest}
      className={classNames('topic0', 'topic0-timestamp', className)}
      data-state={utc === undefined ? 'invalid' : 'valid'}
      dateTime={utc && `${utc.replace(' ', 'T')}Z`}
    >
      {text}
    </time>
  )
})

/** Same format as UTC, in the local time zone. */
function formatLocal(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}
