import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { IntervalSet } from '../intervals.ts'
import { readFile } from './ArchiveFileReader.ts'
import type { ArchiveHost } from './ArchiveHost.ts'
import type { KeyRun } from './ArchiveKeys.ts'
import type { ArchiveFile } from './ArchiveManifest.ts'

export interface ArchiveQuery {
  readonly filter: Filter
  /** Final blocks that are wanted. */
  readonly blocks: IntervalSet
  readonly order: 'asc' | 'desc'
  readonly limit: number | undefined
  /** Whether it is only planned, so that nothing is read ahead. @default false */
  readonly isEstimate?: boolean | undefined
}

/** Consecutive blocks of an archive. */
export interface ArchivedPart {
  readonly range: BlockInterval
  /** The most logs that may match. */
  readonly logs: number
  /** Whether exactly that many match, according to the keys. */
  readonly isCounted: boolean
  readonly source: RangeLogs | ArchivedRows
}

/** Rows of a file. */
export interface ArchivedRows {
  readonly file: ArchiveFile
  readonly runs: readonly KeyRun[]
  /** Those of the runs' rows that may match, if that is known. */
  readonly rows: ArrayLike<number> | undefined
}

/** How many files are read ahead, and up to how many logs. */
export const ahead = { files: 3, logs: 100_000 }

/** Reads planned blocks in order, and the next files ahead. Blocks of damaged files are left out. */
export async function* readParts(
  { filter, order, limit }: ArchiveQuery,
  parts: readonly ArchivedPart[],
  {
    host,
    signal: outer,
    onRead,
    onDamage,
  }: {
    readonly host: ArchiveHost
    readonly signal: AbortSignal | undefined
    /** Called with what was read of files. */
    readonly onRead: (read: RangeLogs) => void
    /** Called with a file that cannot be read. Returns whether to go on with others. */
    readonly onDamage: (file: ArchiveFile, error: unknown) => boolean
  },
): AsyncGenerator<RangeLogs, void, void> {
  const ending = new AbortController()
  const signal = outer ? AbortSignal.any([outer, ending.signal]) : ending.signal
  const begun = new Map<ArchivedPart, AsyncGenerator<RangeLogs, void, void>>()
  const firsts = new Map<ArchivedPart, Promise<IteratorResult<RangeLogs, void>>>()
  const begin = (part: ArchivedPart) => {
    if (begun.has(part) || !('file' in part.source)) return
    const reading = readFile(host, { ...part.source, blocks: part.range, filter, order, limit }, signal)
    begun.set(part, reading)
    const first = reading.next()
    // It is awaited when its turn comes.
    first.catch(() => {})
    firsts.set(part, first)
  }
  const mark = ({ range, selection }: RangeLogs): RangeLogs => ({
    range,
    selection,
    endpoint: host.name,
    source: 'archive',
  })
  try {
    for (const [at, part] of parts.entries()) {
      signal.throwIfAborted()
      if ('selection' in part.source) {
        yield mark(part.source)
        continue
      }
      begin(part)
      let logs = part.logs
      for (const next of limit === undefined ? parts.slice(at + 1, at + 1 + ahead.files) : []) {
        logs += next.logs
        if (logs <= ahead.logs) begin(next)
      }
      try {
        for (let next = await firsts.get(part)!; !next.done; next = await begun.get(part)!.next()) {
          onRead(next.value)
          yield mark(next.value)
        }
      } catch (error) {
        signal.throwIfAborted()
        if (!onDamage(part.source.file, error)) return
      }
    }
  } finally {
    ending.abort()
  }
}
