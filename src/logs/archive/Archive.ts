import { ArchiveError } from '../../errors/ArchiveError.ts'
import { Listeners } from '../../base/Listeners.ts'
import type { NetworkArchive } from '../../rpc/networks/defineNetwork.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { createLogCache } from '../cache/createLogCache.ts'
import type { CachedBlocks } from '../cache/LogCache.ts'
import { pickLogs } from '../columns/pickLogs.ts'
import { countLogs } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import { containsFilter } from '../filter/containsFilter.ts'
import { partsOf } from '../filter/Filter.ts'
import type { Filter } from '../filter/Filter.ts'
import { intersect } from '../intervals.ts'
import type { IntervalSet } from '../intervals.ts'
import { untilAborted } from '../rejectOnAbort.ts'
import { readFile } from './ArchiveFileReader.ts'
import { ArchiveHost } from './ArchiveHost.ts'
import { countRows, mostKeyBytes, parseKeys, selectRuns } from './ArchiveKeys.ts'
import type { ArchiveKeys, KeyRun } from './ArchiveKeys.ts'
import { blocksOf, coveredBlocks, filterOf, mostManifestBytes, parseManifest } from './ArchiveManifest.ts'
import type { ArchiveFile, ArchiveManifest } from './ArchiveManifest.ts'
import type { ArchiveStatus } from './ArchiveStatus.ts'
import { findRows, wantsWords } from './ArchiveWords.ts'
import { isCheaper, isWorthwhile, shareOf } from './archiveCost.ts'
import { ChainChecks } from './ChainChecks.ts'

export interface ArchiveQuery {
  readonly filter: Filter
  /** Final blocks that are wanted. */
  readonly blocks: IntervalSet
  readonly order: 'asc' | 'desc'
  readonly limit: number | undefined
  /** Whether it is only planned: nothing is read ahead then. @default false */
  readonly isEstimate?: boolean | undefined
}

/** Consecutive blocks of an archive. */
export interface ArchivedPart {
  readonly range: BlockInterval
  /** Most logs that may match. */
  readonly logs: number
  /** Whether exactly these match: the keys tell. */
  readonly isCounted: boolean
  readonly source: RangeLogs | ArchivedRows
}

/** Rows of a file. */
interface ArchivedRows {
  readonly file: ArchiveFile
  readonly runs: readonly KeyRun[]
  /** Those of the runs' rows that may match, if that is known. */
  readonly rows: ArrayLike<number> | undefined
}

/** Milliseconds until the manifest is read again, and until a faulty archive is tried again. */
const manifestAge = 60_000
/** Milliseconds up to which a manifest is used while it is read again: replaced files stay for an hour. */
const staleAge = 600_000
/** Faulty files after which the whole archive is not used. */
const mostFaults = 3
/** Bytes of archived logs in memory. They are not persisted: the cache in storage has only what nodes have sent. */
const memoryBytes = 64 * 1024 * 1024
/** Files that are read ahead, and the logs up to which they are. */
const ahead = { files: 3, logs: 100_000 }
/** Logs from which an index of words is read. */
const enoughForWords = 5_000

/** The archive of a pool's network: final blocks as files, for everyone to read. */
export class Archive {
  readonly #pool: Pool
  readonly #host: ArchiveHost
  readonly #memory = createLogCache({ maxBytes: memoryBytes })
  readonly #checks = new ChainChecks()
  readonly #listeners = new Listeners()
  readonly #faulty = new Set<string>()
  #manifest: ArchiveManifest | undefined
  #keys: { readonly path: string; readonly value: Promise<ArchiveKeys> } | undefined
  /** The path of the keys that are in memory. */
  #readyKeys: string | undefined
  #loadedAt = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | undefined
  #isRejected = false
  #status: ArchiveStatus

  constructor(pool: Pool, archive: string | NetworkArchive) {
    this.#pool = pool
    this.#host = new ArchiveHost(archive)
    this.#status = { name: this.#host.name, state: 'idle', covered: [], error: undefined }
  }

  getStatus = (): ArchiveStatus => this.#status
  subscribe = this.#listeners.add

  /** Reads the manifest and the keys, which any query needs, while the head is being read. */
  async prepare(signal?: AbortSignal): Promise<void> {
    if (this.#isRejected) return
    await this.#refresh(signal)
    if (this.#manifest) await this.#readKeys(this.#manifest, signal)
  }

  /**
   * Stops using the archive, for as long as the pool lives: its logs are not those of the nodes.
   *
   * @param problem What is wrong with it, after its name.
   */
  reject(problem: string): void {
    this.#isRejected = true
    void this.#memory.clear()
    this.#report(this.#host.fail(problem))
  }

  /** Whether blocks can be planned without a request. */
  get isReady(): boolean {
    return this.#manifest !== undefined && this.#readyKeys === this.#manifest.keys.path
  }

  /** The blocks that the archive will supply, in the order of the query. Rejects only if the signal fires. */
  async plan(query: ArchiveQuery, signal?: AbortSignal): Promise<readonly ArchivedPart[]> {
    try {
      return await this.#plan(query, signal)
    } catch (error) {
      signal?.throwIfAborted()
      this.#report(error)
      return []
    }
  }

  /** Reads planned blocks. Those that turn out to be damaged are left out. */
  read(query: ArchiveQuery, parts: readonly ArchivedPart[]): CachedBlocks {
    return { ranges: parts.map(({ range }) => range), read: (signal) => this.#read(query, parts, signal) }
  }

  async #plan(query: ArchiveQuery, signal: AbortSignal | undefined): Promise<readonly ArchivedPart[]> {
    const { filter, blocks, order } = query
    if (this.#isRejected) return []
    await this.#refresh(signal)
    const manifest = this.#manifest
    if (!manifest || this.#faulty.size >= mostFaults || !containsFilter(filterOf(manifest), filter)) return []
    const wanted = intersect(coveredBlocks(manifest), blocks)
    const used = manifest.files.filter(
      (file) =>
        !this.#faulty.has(file.path) &&
        intersect([blocksOf(file)], wanted).length > 0 &&
        !this.#isTooWide(manifest, file, query),
    )
    if (used.length === 0) return []
    const keys = await this.#readKeys(manifest, signal)
    const placed = new Map<ArchiveFile, readonly ArchivedPart[]>()
    await Promise.all(
      used.map(async (file) => {
        const runs = keys[manifest.files.indexOf(file)]!
        const ranges = intersect([blocksOf(file)], wanted)
        const isAlone = used.length <= ahead.files
        const parts = await Promise.all(
          ranges.map((range) => this.#place(file, runs, { range, query, isAlone, signal })),
        )
        placed.set(file, parts.flat())
      }),
    )
    const needed = used.filter((file) => placed.get(file)!.length > 0)
    if (needed.length === 0) return []
    const parts = needed.flatMap((file) => placed.get(file)!)
    if (!query.isEstimate) this.#prefetch(order === 'asc' ? parts : parts.toReversed())
    const confirmed = await this.#checks.confirm(this.#pool, manifest, needed, signal)
    if (confirmed?.length !== needed.length) await this.#memory.clear()
    if (!confirmed) throw this.#host.fail('is of another chain: block 0 has another hash')
    if (confirmed.length < needed.length)
      this.#report(this.#host.fail('has blocks that no node confirms: they are read from nodes'))
    const usable = confirmed.flatMap((file) => placed.get(file)!)
    return order === 'asc' ? usable : usable.toReversed()
  }

  /** Whether all logs of a few blocks are wanted from a file of the whole chain: that is known before its keys are. */
  #isTooWide({ filter }: ArchiveManifest, file: ArchiveFile, query: ArchiveQuery): boolean {
    const isAll = partsOf(query.filter).some((part) => !part.address && part.topics.every((topic) => !topic))
    if (filter || !isAll || query.limit !== undefined) return false
    return intersect([blocksOf(file)], query.blocks).every((blocks) => {
      const { cached } = this.#memory.lookup(this.#pool.network.id, query.filter, blocks)
      return (
        cached.length === 0 &&
        !isCheaper(
          this.#pool,
          { bytes: file.bytes, roundTrips: 2 },
          { blocks, logs: file.rows * shareOf(file, blocks) },
        )
      )
    })
  }

  /** Reads the indexes of the first files while the chain is being checked. */
  #prefetch(parts: readonly ArchivedPart[]): void {
    for (const { source, logs } of parts.slice(0, ahead.files))
      if ('file' in source && logs > 0) this.#host.readIndex(source.file).catch(() => {})
  }

  /** The parts of some blocks of a file: those in memory, and those to read, unless nodes are cheaper. */
  async #place(
    file: ArchiveFile,
    keys: readonly KeyRun[],
    {
      range,
      query,
      isAlone,
      signal,
    }: {
      readonly range: BlockInterval
      readonly query: ArchiveQuery
      /** Whether few files have the blocks. */
      readonly isAlone: boolean
      readonly signal: AbortSignal | undefined
    },
  ): Promise<readonly ArchivedPart[]> {
    const { filter } = query
    const { cached, missing } = this.#memory.lookup(this.#pool.network.id, filter, range)
    const held = cached.map((logs): ArchivedPart => ({
      range: logs.range,
      logs: countLogs(logs.selection),
      isCounted: true,
      source: logs,
    }))
    const hasOnlyKeys = partsOf(filter).every(({ topics }) => topics.length <= 1)
    const planned = await Promise.all(
      missing.map(async (blocks): Promise<ArchivedPart> => {
        const runs = selectRuns(keys, filter, blocks)
        const { words } = file
        const hasWords = words && countRows(runs) >= enoughForWords && wantsWords(filter)
        // The rows that it finds are read next: their index takes no round trip of its own.
        if (hasWords && isAlone && !query.isEstimate) this.#host.readIndex(file).catch(() => {})
        const rows = hasWords ? await findRows(this.#host, words, filter, { runs, signal }) : undefined
        const isWhole = runs.every((run) => run.blocks.from >= blocks.from && run.blocks.to <= blocks.to)
        return {
          range: blocks,
          logs: rows?.length ?? countRows(runs),
          isCounted: runs.length === 0 || rows?.length === 0 || (hasOnlyKeys && isWhole),
          source: { file, runs, rows },
        }
      }),
    )
    const read = planned.filter(({ range: blocks, source }) => {
      const { runs, rows } = source as ArchivedRows
      return isWorthwhile(this.#pool, {
        ...query,
        file,
        hasIndex: this.#host.hasIndex(file),
        blocks,
        runs,
        rows,
      })
    })
    return [...held, ...read].sort((a, b) => (a.range.from < b.range.from ? -1 : 1))
  }

  async *#read(
    { filter, order, limit }: ArchiveQuery,
    parts: readonly ArchivedPart[],
    outer: AbortSignal | undefined,
  ): AsyncGenerator<RangeLogs, void, void> {
    const ending = new AbortController()
    const signal = outer ? AbortSignal.any([outer, ending.signal]) : ending.signal
    const begun = new Map<ArchivedPart, AsyncGenerator<RangeLogs, void, void>>()
    const firsts = new Map<ArchivedPart, Promise<IteratorResult<RangeLogs, void>>>()
    const begin = (part: ArchivedPart) => {
      if (begun.has(part) || !('file' in part.source)) return
      const reading = readFile(
        this.#host,
        { ...part.source, blocks: part.range, filter, order, limit },
        signal,
      )
      begun.set(part, reading)
      const first = reading.next()
      // It is awaited when its turn comes.
      first.catch(() => {})
      firsts.set(part, first)
    }
    try {
      for (const [at, part] of parts.entries()) {
        signal.throwIfAborted()
        if ('selection' in part.source) {
          yield this.#mark(part.source)
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
            this.#keep(filter, next.value)
            yield this.#mark(next.value)
          }
        } catch (error) {
          signal.throwIfAborted()
          this.#faulty.add(part.source.file.path)
          this.#report(error)
          if (this.#faulty.size >= mostFaults) return
        }
      }
    } finally {
      ending.abort()
    }
  }

  #keep(filter: Filter, { range, selection: { segment, rows } }: RangeLogs): void {
    const logs = rows ? pickLogs(segment, rows) : segment
    this.#memory.add(this.#pool.network.id, filter, range, logs, { final: true })
  }

  #mark({ range, selection }: RangeLogs): RangeLogs {
    return { range, selection, endpoint: this.#host.name, source: 'archive' }
  }

  /** Reads the manifest if it is due. An older one stays in use when that fails: its files do not change. */
  async #refresh(signal: AbortSignal | undefined): Promise<void> {
    const age = this.#pool.clock.now() - this.#loadedAt
    if (age >= manifestAge) this.#loading ??= this.#load().finally(() => (this.#loading = undefined))
    const isFresh = this.isReady && age < staleAge
    if (this.#loading && !isFresh) await untilAborted(this.#loading, signal)
  }

  async #load(): Promise<void> {
    this.#loadedAt = this.#pool.clock.now()
    this.#faulty.clear()
    this.#checks.forget()
    try {
      const manifest = parseManifest(await this.#host.readManifest(mostManifestBytes, undefined))
      if (typeof manifest === 'string') throw this.#host.fail(manifest)
      const { id } = this.#pool.network
      if (manifest.chainId !== id) throw this.#host.fail(`is of chain ${manifest.chainId}, not of ${id}`)
      this.#manifest = manifest
      if (!this.#isRejected) this.#set({ state: 'ok', covered: coveredBlocks(manifest), error: undefined })
    } catch (error) {
      this.#report(error)
    }
  }

  async #readKeys(manifest: ArchiveManifest, signal: AbortSignal | undefined): Promise<ArchiveKeys> {
    const { keys } = manifest
    if (keys.bytes > mostKeyBytes) throw this.#host.fail(`has ${keys.bytes} bytes of keys, too many to read`)
    if (this.#keys?.path !== keys.path) {
      // Shared by all scans: none of them may abort it.
      const value = this.#host.readWhole(keys, undefined).then(async (bytes) => {
        const parsed = await parseKeys(bytes, manifest).catch(() => undefined)
        if (!parsed) throw this.#host.fail('has damaged keys')
        this.#readyKeys = keys.path
        return parsed
      })
      this.#keys = { path: keys.path, value }
      value.catch(() => (this.#keys = undefined))
    }
    return untilAborted(this.#keys.value, signal)
  }

  #report(error: unknown): void {
    const known = error instanceof ArchiveError ? error : this.#host.fail('could not be read', error)
    this.#set({ state: 'faulty', error: known })
  }

  #set(change: Partial<ArchiveStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#listeners.notify()
  }
}

const archives = /* @__PURE__ */ perPool((pool) => {
  const { archive } = pool.network
  return archive === undefined ? undefined : new Archive(pool, archive)
})

/** The archive of the pool's network, shared by all scans. */
export function getArchive(pool: Pool): Archive | undefined {
  return archives(pool)
}
