'use client'
import { ExportMenu } from '../components/ExportMenu/ExportMenu.tsx'
import type { LocalFilter } from '../components/LogTable/LocalFilter.ts'
import { matchesLocal } from '../components/LogTable/matchesLocal.ts'
import { useLogsExport } from '../hooks/useLogsExport.ts'
import type { Coverage } from '../logs/Coverage.ts'
import { toProvenance } from '../logs/export/toProvenance.ts'
import type { LogRow } from '../logs/Log.ts'
import type { LogList } from '../logs/LogList.ts'
import type { LogQuery } from '../logs/LogQuery.ts'

export interface ExplorerExportProps {
  network: { readonly id: number; readonly name: string }
  query: LogQuery | undefined
  logs: LogList<LogRow>
  coverage: Coverage | undefined
  head: bigint | undefined
  /** What is asked for in the table itself. */
  filters: readonly LocalFilter[]
  /** Logs that are marked. */
  marked: readonly LogRow[]
}

/** What is on the screen as a file. Alone, because it changes with each percent. */
export function ExplorerExport(props: ExplorerExportProps) {
  const { network, query, logs, coverage, head, filters, marked } = props
  const { job, start, cancel, dismiss } = useLogsExport()
  const missing = coverage !== undefined && coverage.pending.length + coverage.failed.length > 0
  return (
    <ExportMenu
      counts={{
        all: logs.length,
        ...(filters.length > 0 && { filtered: null }),
        ...(marked.length > 0 && { selected: marked.length }),
      }}
      incomplete={missing}
      job={job}
      onCancel={cancel}
      onDismiss={dismiss}
      onExport={({ scope, format, content, provenance }) =>
        start({
          logs: scope === 'selected' ? marked : logs,
          format,
          content,
          where: scope === 'filtered' ? matchesLocal(filters) : undefined,
          provenance: provenance
            ? toProvenance({
                network,
                query,
                coverage,
                head,
                selection: scope === 'all' ? undefined : describe(scope, filters),
              })
            : undefined,
          fileName: `logs-${network.id}-${new Date().toISOString().slice(0, 16).replaceAll(/[-:]/g, '')}`,
        })
      }
    />
  )
}

function describe(scope: 'filtered' | 'selected', filters: readonly LocalFilter[]): string {
  return scope === 'selected' ? 'selected' : `filtered ${JSON.stringify(filters)}`
}
