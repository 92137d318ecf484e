import { Listeners } from '../../base/Listeners.ts'
import { ArchiveError } from '../../errors/ArchiveError.ts'
import type { NetworkArchive } from '../../rpc/networks/NetworkArchive.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { createLogCache } from '../cache/createLogCache.ts'
import type { CachedBlocks } from '../cache/LogCache.ts'
import { countLogs } from '../columns/LogSelection.ts'
import { pickLogs } from '../columns/pickLogs.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import { containsFilter } from '../filter/containsFilter.ts'
import { partsOf } from '../filter/Filter.ts'
import type { Filter } from '../filter/Filter.ts'
import { intersect } from '../intervals.ts'
import { ArchiveCatalog } from './ArchiveCatalog.ts'
import { isCheaper, isWorthwhile, shareOf } from './archiveCost.ts'
import { ArchiveHost } from './ArchiveHost.ts'
import { countRows, selectRuns } from './ArchiveKeys.ts'
import type { KeyRun } from './ArchiveKeys.ts'
import { blocksOf, coveredBlocks, filterOf } from './ArchiveManifest.ts'
import type { ArchiveFile, ArchiveManifest } from './ArchiveManifest.ts'
import type { ArchiveStatus } from './ArchiveStatus.ts'
import { findRows, wantsWords } from './ArchiveWords.ts'
import { ChainChecks } from './ChainChecks.ts'
import { ahead, readParts } from './readParts.ts'
import type { ArchivedPart, ArchivedRows, ArchiveQuery } from './readParts.ts'

/** Faulty files after which the whole archive is not used. */
const maxFaults = 3
/** Bytes of archived logs in memory. They are not persisted: the cache in storage has only what nodes have sent. */
const memoryBytes = 64 * 1024 * 1024
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
  readonly #catalog: ArchiveCatalog
  #isRejected = false
  #status: ArchiveStatus

  constructor(pool: Pool, archive: string | NetworkArchive) {
    this.#pool = pool
    this.#host = new ArchiveHost(archive)
    this.#status = { name: this.#host.name, state: 'idle', covered: [], error: undefined }
    this.#catalog = new ArchiveCatalog(pool, this.#host, {
      onRead: () => {
        this.#faulty.clear()
        this.#checks.forget()
      },
      onManifest: (manifest) => {
        if (!this.#isRejected) this.#set({ state: 'ok', covered: coveredBlocks(manifest), error: undefined })
      },
      onError: (error) => this.#report(error),
    })
  }

  getStatus = (): ArchiveStatus => this.#status
  subscribe = this.#listeners.add

  /** Whether it is not used any more. */
  get isRejected(): boolean {
    return this.#isRejected
  }

  /** Reads the manifest and begins to read the keys, which most queries need, while the head is being read. */
  async prepare(signal?: AbortSignal): Promise<void> {
    if (this.#isRejected) return
    const manifest = await this.#catalog.readManifest(signal)
    if (manifest) this.#catalog.fetchKeys(manifest)
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
    return this.#catalog.isReady
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
    const manifest = await this.#catalog.readManifest(signal)
    if (!manifest || this.#faulty.size >= maxFaults || !containsFilter(filterOf(manifest), filter)) return []
    const wanted = intersect(coveredBlocks(manifest), blocks)
    const used = manifest.files.filter(
      (file) =>
        !this.#faulty.has(file.path) &&
        intersect([blocksOf(file)], wanted).length > 0 &&
        !this.#isTooWide(manifest, file, query),
    )
    if (used.length === 0) return []
    const keys = await this.#catalog.readKeys(manifest, signal)
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
          { bytes: file.bytes, roundTrips: 2, speed: this.#host.speed },
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
        speed: this.#host.speed,
        hasIndex: this.#host.hasIndex(file),
        blocks,
        runs,
        rows,
      })
    })
    return [...held, ...read].sort((a, b) => (a.range.from < b.range.from ? -1 : 1))
  }

  #read(
    query: ArchiveQuery,
    parts: readonly ArchivedPart[],
    signal: AbortSignal | undefined,
  ): AsyncGenerator<RangeLogs, void, void> {
    return readParts(query, parts, {
      host: this.#host,
      signal,
      onRead: (read) => this.#keep(query.filter, read),
      onDamage: ({ path }, error) => {
        this.#faulty.add(path)
        this.#report(error)
        return this.#faulty.size < maxFaults
      },
    })
  }

  #keep(filter: Filter, { range, selection: { segment, rows } }: RangeLogs): void {
    const share = rows ? rows.length / Math.max(1, segment.length) : 1
    // They would displace everything else, and then themselves: a long task for nothing.
    if (segment.byteLength * share > memoryBytes) return
    const logs = rows ? pickLogs(segment, rows) : segment
    this.#memory.add(this.#pool.network.id, filter, range, logs, { final: true })
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
