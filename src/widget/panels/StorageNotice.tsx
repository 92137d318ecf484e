'use client'
import { ErrorMessage } from '../../components/status/ErrorMessage.tsx'
import { Icon } from '../../components/ui/Icon.tsx'
import { useCacheStatus } from '../../hooks/useCacheStatus.ts'

/** Warns when the persistent cache cannot be used. */
export function StorageNotice() {
  const notice = useCacheStatus().storage?.notice
  if (!notice) return null
  return (
    <div role="status" className="topic0-notice topic0-log-explorer-notice" data-state="info">
      <Icon name="warning" />
      <div>
        <ErrorMessage error={notice} />
      </div>
    </div>
  )
}
