import type { Pool } from '../../rpc/Pool.ts'
import type { LogCache } from '../cache/LogCache.ts'
import { countLogs } from '../columns/LogSelection.ts'
import type { BlockInterval } from '../Coverage.ts'
import { partsOf } from '../filter/Filter.ts'
import { intersect, type IntervalSet } from '../intervals.ts'
import { isCheaper, isWorthwhile, shareOf } from './archiveCost.ts'
import type { ArchiveHost } from './ArchiveHost.ts'
import type { KeyRuns } from './ArchiveKeys.ts'
import { blocksOf, type ArchiveFile, type ArchiveManifest } from './ArchiveManifest.ts'
import { findRows, wantsWords } from './findRows.ts'
import type { ArchivedRows } from './readFile.ts'
import type { ArchivedPart, ArchiveQuery } from './readParts.ts'

/** Minimum rows of matching keys for which an index of words is read. */
const enoughForWords = 5_000

/** Where an archive's logs can come from. */
export interface ArchiveSources {
  readonly pool: Pool
  readonly host: ArchiveHost
  /** Logs already read from files. */
  readonly memory: LogCache
}

interface FileOptions {
  readonly query: ArchiveQuery
  /** Whether few files have the wanted blocks. */
  readonly isAlone: boolean
  readonly signal: AbortSignal | undefined
}

/** Whether nodes are cheaper for a query of all logs. Judged by the size of the file, without its keys. */
export function isForNodes(
  { pool, host, memory }: ArchiveSources,
  { filter }: ArchiveManifest,
  file: ArchiveFile,
  query: ArchiveQuery,
): boolean {
  const isAll = partsOf(query.filter).some((part) => !part.address && part.topics.every((topic) => !topic))
  if (filter || !isAll || query.limit !== undefined) return false
  return intersect([blocksOf(file)], query.blocks).every((blocks) => {
    const { cached } = memory.lookup(pool.network.id, query.filter, blocks)
    if (cached.length > 0) return false
    const download = { bytes: file.bytes, roundTrips: 2, speed: host.speed }
    return !isCheaper(pool, download, { blocks, logs: file.rows * shareOf(file, blocks) })
  })
}

/** The parts of some blocks of a file, ascending: those in memory, and those to read. Leaves out blocks for which nodes are cheaper. */
export async function planFile(
  sources: ArchiveSources,
  file: ArchiveFile,
  keys: KeyRuns,
  { blocks, ...options }: FileOptions & { readonly blocks: IntervalSet },
): Promise<readonly ArchivedPart[]> {
  const { pool, host, memory } = sources
  const { query } = options
  const found = blocks.map((range) => memory.lookup(pool.network.id, query.filter, range))
  const held = found.flatMap(({ cached }) =>
    cached.map((logs): ArchivedPart => ({
      range: logs.range,
      logs: countLogs(logs.selection),
      isCounted: true,
      source: logs,
    })),
  )
  const missing = found.flatMap((lookup) => lookup.missing)
  const read = await Promise.all(missing.map((range) => findPart(sources, file, keys, { range, ...options })))
  const worthwhile = read.filter(({ range, source }) =>
    isWorthwhile(pool, {
      ...source,
      blocks: range,
      limit: query.limit,
      speed: host.speed,
      hasIndex: host.hasIndex(file),
    }),
  )
  return [...held, ...worthwhile].sort((a, b) => (a.range.from < b.range.from ? -1 : 1))
}

/** The rows of some blocks that may match, according to the keys and to the index of words. */
async function findPart(
  { host }: ArchiveSources,
  file: ArchiveFile,
  keys: KeyRuns,
  { range, query, isAlone, signal }: FileOptions & { readonly range: BlockInterval },
): Promise<ArchivedPart<ArchivedRows>> {
  const { filter } = query
  const runs = keys.select(filter, range)
  const words = runs.rowCount >= enoughForWords && wantsWords(filter) ? file.words : undefined
  // Read ahead: the rows that it finds are read next.
  if (words && isAlone && !query.isEstimate) host.readIndex(file).catch(() => {})
  const rows = words && (await findRows(host, words, filter, { runs, signal }))
  const hasOnlyKeys = partsOf(filter).every(({ topics }) => topics.length <= 1)
  return {
    range,
    logs: rows?.length ?? runs.rowCount,
    isCounted: runs.length === 0 || rows?.length === 0 || (hasOnlyKeys && runs.isWithin(range)),
    source: { file, runs, rows },
  }
}
