'use client'
import type { ExportJob } from '../../logs/export/ExportJob.ts'
import { ErrorMessage } from '../status/ErrorMessage.tsx'
import { formatNumber } from '../strings/formatNumber.ts'
import { formatShare } from '../values/formatShare.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { useStrings } from '../strings/useStrings.ts'
import { exportStrings } from './exportStrings.ts'
import { visibleText } from '../values/visibleText.ts'

interface ExportStatusProps {
  job: ExportJob
  onCancel: (() => void) | undefined
  onDismiss: (() => void) | undefined
}

/** The progress or result of an export. Announced when it starts and ends, not at every step. */
export function ExportStatus({ job, onCancel, onDismiss }: ExportStatusProps) {
  const strings = useStrings(exportStrings)
  const { status, fraction, written, fileName, error } = job
  const logs = strings.logCount(formatNumber(written, strings.locale))
  const ended = {
    running: strings.exporting,
    done: strings.exportDone(logs, visibleText(fileName)),
    cancelled: strings.exportCancelled,
    failed: strings.exportFailed,
  }[status]
  return (
    <div className="topic0-export-status">
      {status === 'running' ? (
        <>
          <output className="topic0-visually-hidden">{ended}</output>
          <progress aria-label={strings.exporting} value={fraction} max={1} />
          <span className="topic0-muted topic0-number">
            {strings.exportRunning(formatShare(Math.floor(fraction * 100) / 100, strings.locale), logs)}
          </span>
          {onCancel && (
            <button type="button" className="topic0-button" data-size="small" onClick={onCancel}>
              {strings.cancel}
            </button>
          )}
        </>
      ) : (
        <>
          {status !== 'cancelled' && <Icon name={status === 'done' ? 'check' : 'warning'} />}
          <div className="topic0-export-outcome">
            <output>{ended}</output>
            {status === 'failed' && error && <ErrorMessage error={error} />}
          </div>
          {onDismiss && <IconButton icon="cross" name={strings.dismiss} onClick={onDismiss} />}
        </>
      )}
    </div>
  )
}
