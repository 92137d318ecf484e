'use client'
import type { ExportScope } from '../../components/ExportMenu/ExportForm.tsx'
import { ExportMenu } from '../../components/ExportMenu/ExportMenu.tsx'
import type { SortedRows } from '../../components/LogTable/model/LogTableProps.ts'
import { useLogsExporter, type LogsExporter } from '../../hooks/useLogsExport.ts'
import { matchesLocal } from '../../logs/analyze/matchesLocal.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { ExportLogList } from '../../logs/export/readInSlices.ts'
import { toProvenance } from '../../logs/export/toProvenance.ts'
import type { LocalFilter } from '../../logs/filter/LocalFilter.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import type { LogRow } from '../../logs/Log.ts'
import { logId } from '../../logs/order.ts'
import type { ExplorerSession } from '../session/useExplorerSession.ts'
import { useExportEnd } from './useExportEnd.ts'

export interface ExplorerExportProps {
  session: ExportedSession
  /** The marked logs. */
  marked: readonly LogRow[]
  /** The rows of the table, if it is sorted. */
  sorted: SortedRows | undefined
  tokens: Readonly<Record<string, TokenUnit>> | undefined
  /** Exports on when this menu is unmounted. @default unmounting cancels the export */
  exporter?: LogsExporter | undefined
}

interface ExportedSession extends Pick<
  ExplorerSession,
  'query' | 'valid' | 'matching' | 'shown' | 'filters'
> {
  network: { readonly id: number; readonly name: string }
  scan: {
    readonly isComplete: boolean
    readonly head: bigint | undefined
    readonly live: { readonly staleFrom?: bigint | undefined } | undefined
  }
}

/** The export menu. A separate component, because it rerenders with each percent. */
export function ExplorerExport(props: ExplorerExportProps) {
  const { session, marked, sorted, tokens = noTokens, exporter } = props
  const { network, matching, shown, filters, scan } = session
  const staleFrom = scan.live?.staleFrom
  // The table has no order for rows that it hides.
  const sortedScope = filters.length > 0 ? 'filtered' : 'all'
  const { job, start, cancel, dismiss } = useLogsExporter(exporter)
  const menu = useExportEnd(job, dismiss, session.query)
  const { coverage } = matching
  return (
    <ExportMenu
      ref={menu}
      counts={{
        all: matching.logs.length,
        ...(filters.length > 0 && { filtered: shown.busy ? null : shown.logs.length }),
        ...(marked.length > 0 && { selected: marked.length }),
      }}
      hasUnits={Object.keys(tokens).length > 0}
      sorted={sorted ? [sortedScope, 'selected'] : []}
      incomplete={!scan.isComplete || matching.busy || staleFrom !== undefined}
      job={job}
      onCancel={cancel}
      onDismiss={dismiss}
      onExport={({ scope, format, content, units, provenance }) =>
        start({
          logs: logsOf(scope),
          tokens: units ? tokens : undefined,
          format,
          content,
          where: conditionOf(scope),
          provenance: provenance
            ? toProvenance({
                network,
                query: session.valid,
                coverage,
                head: scan.head,
                staleFrom,
                selection: describe(scope, session.query?.where, filters),
              })
            : undefined,
          fileName: `logs-${network.id}-${new Date().toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
        })
      }
    />
  )

  function logsOf(scope: ExportScope): ExportLogList {
    if (sorted && scope === sortedScope) return sorted
    if (scope === 'selected') return sorted ? inOrder(marked, sorted) : marked
    return scope === 'filtered' && !shown.busy ? shown.logs : matching.logs
  }

  /** Logs that are still being matched are matched while the file is written. */
  function conditionOf(scope: ExportScope): ((log: LogRow) => boolean) | undefined {
    if (sorted && scope === sortedScope) return isInList
    return scope === 'filtered' && shown.busy ? matchesLocal(filters) : undefined
  }
}

const noTokens: Readonly<Record<string, TokenUnit>> = {}

/** For a while, the table still shows logs that a reorganization removed. */
const isInList = ({ removed }: LogRow) => !removed

/** The marked logs as the table sorts them. */
function inOrder(marked: readonly LogRow[], sorted: SortedRows): readonly LogRow[] {
  const ids = new Map(marked.map((log) => [logId(log), log]))
  const found: LogRow[] = []
  for (let row = 0; row < sorted.length && ids.size > 0; row++) {
    const log = sorted.at(row)
    if (log && ids.delete(logId(log))) found.push(log)
  }
  // Filters may hide marked logs.
  return [...found, ...ids.values()]
}

/** The filters applied to the query's logs, for the file's note. */
function describe(
  scope: ExportScope,
  where: LogSearch['where'],
  filters: readonly LocalFilter[],
): string | undefined {
  const conditions = where?.length ? `where ${write(where)}` : undefined
  return [conditions, choice()].filter(Boolean).join(', ') || undefined

  function choice() {
    if (scope === 'filtered') return `filtered ${write(filters)}`
    return scope === 'selected' ? scope : undefined
  }
}

const write = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part))
