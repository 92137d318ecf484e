'use client'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import * as icons from '../ui/icons.tsx'

/** An error in place of a section that failed. */
export function FailedNotice({ error }: { error: Error }) {
  return (
    <div className="topic0-notice" data-state="failed">
      {icons.warning}
      <div>
        <ErrorMessage error={error} />
      </div>
    </div>
  )
}
