import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import type { IntervalSet } from '../intervals.ts'
import type { ArchiveHost } from './ArchiveHost.ts'
import type { ArchiveFile } from './ArchiveManifest.ts'
import { readFile, type ArchivedRows } from './readFile.ts'

export interface ArchiveQuery {
  readonly filter: Filter
  /** Final blocks that are wanted. */
  readonly blocks: IntervalSet
  readonly order: 'asc' | 'desc'
  readonly limit: number | undefined
  /** Whether the query is only planned: nothing is read ahead. @default false */
  readonly isEstimate?: boolean | undefined
}

/** Consecutive blocks of an archive, and where their logs are: in memory, or in rows of a file. */
export interface ArchivedPart<source = RangeLogs | ArchivedRows> {
  readonly range: BlockInterval
  /** Maximum number of matching logs. */
  readonly logs: number
  /** Whether exactly that many match, by the keys. */
  readonly isCounted: boolean
  readonly source: source
}

/** Maximum files, and logs, to read ahead. */
export const ahead = { files: 3, logs: 100_000 }

interface ReadPartsOptions {
  readonly host: ArchiveHost
  readonly signal: AbortSignal | undefined
  /** Called with each part read from a file. */
  readonly onRead: (read: RangeLogs) => void
  /** Called with a file that cannot be read. Returns whether to go on with others. */
  readonly onDamage: (file: ArchiveFile, error: unknown) => boolean
}

/** Reads planned blocks in their order, and some of the next files ahead. Blocks of damaged files are left out. */
export async function* readParts(
  query: ArchiveQuery,
  parts: readonly ArchivedPart[],
  { host, signal: outer, onRead, onDamage }: ReadPartsOptions,
): AsyncGenerator<RangeLogs, void, void> {
  const ending = new AbortController()
  const signal = outer ? AbortSignal.any([outer, ending.signal]) : ending.signal
  const files = new FileReads(host, query, signal)
  const mark = ({ range, selection }: RangeLogs): RangeLogs => ({
    range,
    selection,
    endpoint: host.name,
    source: 'archive',
  })
  try {
    for (const [at, { range, source, logs }] of parts.entries()) {
      signal.throwIfAborted()
      if ('selection' in source) {
        yield mark(source)
        continue
      }
      const file = files.take(range, source)
      if (query.limit === undefined) files.startAhead(logs, parts.slice(at + 1, at + 1 + ahead.files))
      try {
        for (let read = await file.first; !read.done; read = await file.logs.next()) {
          onRead(read.value)
          yield mark(read.value)
        }
      } catch (error) {
        signal.throwIfAborted()
        if (!onDamage(source.file, error)) return
      }
    }
  } finally {
    ending.abort()
  }
}

/** A file that is being read. */
interface StartedFile {
  readonly first: Promise<IteratorResult<RangeLogs, void>>
  /** What follows the first logs. */
  readonly logs: AsyncGenerator<RangeLogs, void, void>
}

/** The files that are being read, by their blocks. */
class FileReads {
  readonly #host: ArchiveHost
  readonly #query: ArchiveQuery
  readonly #signal: AbortSignal
  readonly #started = new Map<BlockInterval, StartedFile>()

  constructor(host: ArchiveHost, query: ArchiveQuery, signal: AbortSignal) {
    this.#host = host
    this.#query = query
    this.#signal = signal
  }

  /** A file whose logs are yielded now, and not kept. */
  take(range: BlockInterval, rows: ArchivedRows): StartedFile {
    const file = this.#start(range, rows)
    this.#started.delete(range)
    return file
  }

  /** Starts to read the next parts, while they and the `logs` before them are few enough. */
  startAhead(logs: number, next: readonly ArchivedPart[]): void {
    let sum = logs
    for (const { range, source, logs: more } of next) {
      sum += more
      if (sum <= ahead.logs && 'file' in source) this.#start(range, source)
    }
  }

  #start(range: BlockInterval, rows: ArchivedRows): StartedFile {
    const known = this.#started.get(range)
    if (known) return known
    const { filter, order, limit } = this.#query
    const logs = readFile(this.#host, { ...rows, blocks: range, filter, order, limit }, this.#signal)
    const first = logs.next()
    // Awaited later: until then, a rejection would count as unhandled.
    first.catch(() => {})
    this.#started.set(range, { first, logs })
    return { first, logs }
  }
}
