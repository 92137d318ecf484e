'use client'
import type { ComponentProps } from 'react'
import { Notice } from '../status/Notice.tsx'
import { RequestButton } from '../ui/RequestButton.tsx'

interface RequestPromptProps extends ComponentProps<typeof RequestButton> {
  error: Error | null | undefined
  /** Replaces the button after a request that found nothing. */
  nothing: string
}

/** A button that reads something on demand, with the error if that failed. */
export function RequestPrompt({ error, nothing, ...button }: RequestPromptProps) {
  const { status } = button
  if (status === 'success') return <p className="topic0-muted">{nothing}</p>
  return (
    <div className="topic0-lookup" data-state={status}>
      {status === 'error' && error && <Notice state="failed" error={error} />}
      <RequestButton {...button} />
    </div>
  )
}
