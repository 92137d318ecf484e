'use client'
import { ExportStatus } from '../../components/ExportMenu/ExportMenu.tsx'
import { Notice } from '../../components/status/Notice.tsx'
import { useLogsExporter, type LogsExporter } from '../../hooks/useLogsExport.ts'

/** The export of a compared query that was closed while it was exporting. */
export function ClosedExport({ exporter }: { exporter: LogsExporter }) {
  const { job, cancel, dismiss } = useLogsExporter(exporter)
  if (!job) return null
  return (
    <Notice className="topic0-log-explorer-notice" state="info" icon={null}>
      <div className="topic0-export-menu" data-state={job.status}>
        <ExportStatus job={job} onCancel={cancel} onDismiss={dismiss} />
      </div>
    </Notice>
  )
}
