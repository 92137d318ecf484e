'use client'
import { ExportMenu } from '../../components/ExportMenu/ExportMenu.tsx'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import { matchesLocal } from '../../logs/analyse/matchesLocal.ts'
import { useLogsExport } from '../../hooks/useLogsExport.ts'
import { toProvenance } from '../../logs/export/toProvenance.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogQuery } from '../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { UseMatchingLogsReturnType } from '../session/useMatchingLogs.ts'

export interface ExplorerExportProps {
  network: { readonly id: number; readonly name: string }
  query: LogQuery | undefined
  /** Whether no log is missing. */
  isComplete: boolean
  /** The query's logs. */
  matching: UseMatchingLogsReturnType
  /** The logs that the table shows. */
  shown: UseMatchingLogsReturnType
  head: bigint | undefined
  /** The conditions applied to `matching`. */
  where: LogSearch['where']
  /** The table's filters, applied to `shown`. */
  filters: readonly LocalFilter[]
  /** The marked logs. */
  marked: readonly LogRow[]
}

/** The export menu. A component of its own, because it rerenders with each percent. */
export function ExplorerExport(props: ExplorerExportProps) {
  const { network, query, matching, isComplete, shown, where, head, filters, marked } = props
  const { job, start, cancel, dismiss } = useLogsExport()
  const { coverage } = matching
  return (
    <ExportMenu
      counts={{
        all: matching.logs.length,
        ...(filters.length > 0 && { filtered: shown.busy ? null : shown.logs.length }),
        ...(marked.length > 0 && { selected: marked.length }),
      }}
      incomplete={!isComplete || matching.busy}
      job={job}
      onCancel={cancel}
      onDismiss={dismiss}
      onExport={({ scope, format, content, provenance }) =>
        start({
          logs:
            scope === 'selected' ? marked : scope === 'filtered' && !shown.busy ? shown.logs : matching.logs,
          format,
          content,
          // Logs still being matched are matched while the file is written.
          where: scope === 'filtered' && shown.busy ? matchesLocal(filters) : undefined,
          provenance: provenance
            ? toProvenance({
                network,
                query,
                coverage,
                head,
                selection: describe(scope, where, filters),
              })
            : undefined,
          fileName: `logs-${network.id}-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
        })
      }
    />
  )
}

/** The filters applied to the query's logs, for the file's note. */
function describe(
  scope: 'all' | 'filtered' | 'selected',
  where: LogSearch['where'],
  filters: readonly LocalFilter[],
): string | undefined {
  const conditions = where?.length ? `where ${write(where)}` : undefined
  const chosen =
    scope === 'all' ? undefined : scope === 'selected' ? 'selected' : `filtered ${write(filters)}`
  return [conditions, chosen].filter(Boolean).join(', ') || undefined
}

const write = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
