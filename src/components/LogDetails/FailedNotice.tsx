'use client'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { Icon } from '../ui/Icon.tsx'

/** Says in its place that a part could not be read, and why. */
export function FailedNotice({ error }: { error: Error }) {
  return (
    <div className="topic0-notice" data-state="failed">
      <Icon name="warning" />
      <div>
        <ErrorMessage error={error} />
      </div>
    </div>
  )
}
