'use client'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { Icon } from '../ui/Icon.tsx'
import * as icons from '../ui/icons.ts'

/** An error in place of a section that failed. */
export function FailedNotice({ error }: { error: Error }) {
  return (
    <div className="topic0-notice" data-state="failed">
      <Icon path={icons.warning} />
      <div>
        <ErrorMessage error={error} />
      </div>
    </div>
  )
}
