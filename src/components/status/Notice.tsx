'use client'
import type { ComponentProps, JSX, ReactNode } from 'react'
import { classNames } from '../ui/classNames.ts'
import * as icons from '../ui/icons.tsx'
import { ErrorMessage } from './ErrorMessage.tsx'

interface NoticeProps extends ComponentProps<'div'> {
  state: 'failed' | 'error' | 'info'
  /** @default a warning */
  icon?: JSX.Element | null
  /** Shown after `children`. */
  error?: Error | undefined
  /** A button beside the message. */
  action?: ReactNode
}

/** A message in a box. */
export function Notice(props: NoticeProps) {
  const { state, icon = icons.warning, error, action, className, children, ...rest } = props
  return (
    <div {...rest} className={classNames('topic0-notice', className)} data-state={state}>
      {icon}
      <div>
        {children}
        {error && <ErrorMessage error={error} />}
      </div>
      {action}
    </div>
  )
}
