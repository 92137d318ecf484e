'use client'
import type { ComponentProps } from 'react'
import { classNames } from './classNames.ts'
import { formatTime } from './formatTime.ts'

export interface TimestampProps extends Omit<ComponentProps<'time'>, 'children' | 'dateTime'> {
  /** Seconds since the epoch, as a block carries them. */
  seconds: bigint
}

/** The time of a block in UTC, the same on server and client. `data-state` is `valid`, or `invalid` when no date can hold it. */
export function Timestamp({ seconds, className, ...rest }: TimestampProps) {
  const text = formatTime(seconds)
  return (
    <time
      title={text && `${text} UTC`}
      {...rest}
      className={classNames('topic0', 'topic0-timestamp', className)}
      data-state={text === undefined ? 'invalid' : 'valid'}
      dateTime={text && `${text.replace(' ', 'T')}Z`}
    >
      {text ?? seconds.toString()}
    </time>
  )
}
