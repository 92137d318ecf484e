import type { BlockInterval, Coverage } from '../Coverage.ts'
import type { FilterPart } from '../filter/Filter.ts'
import { formatEvent } from '../filter/formats/formatEvent.ts'
import { parseLogSearch } from '../filter/formats/parseLogSearch.ts'
import type { LogQuery } from '../filter/LogQuery.ts'
import type { LogSearch } from '../filter/LogSearch.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { intersect, subtract, unite, type IntervalSet } from '../intervals.ts'
import { version } from '../version.ts'
import type { ExportProvenance } from './ExportProvenance.ts'

export interface ToProvenanceOptions {
  network?: { readonly id: number; readonly name: string } | undefined
  query?: LogSearch | LogQuery | ParsedLogQuery | undefined
  coverage?: Coverage | undefined
  head?: bigint | undefined
  /** The `staleFrom` of `live`: from this block on, logs may belong to a replaced chain, so its blocks count as pending. */
  staleFrom?: bigint | undefined
  /** Which of the logs are exported, in a few words: "selected". */
  selection?: string | undefined
  /** Milliseconds since the epoch. @default now */
  time?: number | undefined
}

/**
 * Describes the origin of logs, to be saved with them.
 *
 * @throws {@link InvalidQueryError} if the query is invalid.
 */
export function toProvenance(options: ToProvenanceOptions): ExportProvenance {
  const { network, query, head, staleFrom, selection, time = Date.now() } = options
  const coverage = options.coverage && withoutStale(options.coverage, staleFrom)
  return {
    library: `topic0 ${version}`,
    exportedAt: new Date(time).toISOString(),
    ...(network && { network: { id: network.id, name: network.name } }),
    ...(query && describeQuery(query)),
    ...(head !== undefined && { head: head.toString() }),
    ...(coverage && {
      verified: coverage.verified.map(toPair),
      ...(coverage.archived && { archived: coverage.archived.map(toPair) }),
      trimmed: coverage.trimmed.map(toPair),
      pending: coverage.pending.map(toPair),
      failed: coverage.failed.map(({ range }) => toPair(range)),
    }),
    ...(selection !== undefined && { selection }),
  }
}

/** The coverage, with verified blocks that may have been replaced as pending ones. */
function withoutStale(coverage: Coverage, staleFrom: bigint | undefined): Coverage {
  const newest = coverage.verified.at(-1)?.to
  if (staleFrom === undefined || newest === undefined || newest < staleFrom) return coverage
  const stale: IntervalSet = [{ from: staleFrom, to: newest }]
  const { verified, archived, pending } = coverage
  return {
    ...coverage,
    verified: subtract(verified, stale),
    ...(archived && { archived: subtract(archived, stale) }),
    pending: unite(pending, intersect(verified, stale)),
  }
}

function describeQuery(
  query: LogSearch | LogQuery | ParsedLogQuery,
): Pick<ExportProvenance, 'filter' | 'range' | 'events' | 'limit'> {
  const { filter, range, events, order, limit } = parseLogSearch(query)
  const describe = ({ address, topics }: FilterPart) => ({ ...(address && { address }), topics })
  return {
    filter: filter.anyOf ? { anyOf: filter.anyOf.map(describe) } : describe(filter),
    range: Object.fromEntries(Object.entries(range).map(([key, value]) => [key, String(value)])),
    ...(events.length > 0 && { events: events.map(formatEvent) }),
    ...(limit !== undefined && { limit, order }),
  }
}

function toPair({ from, to }: BlockInterval): readonly [string, string] {
  return [from.toString(), to.toString()]
}
