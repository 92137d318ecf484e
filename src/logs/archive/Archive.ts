import { Listeners } from '../../base/Listeners.ts'
import { ArchiveError } from '../../errors/ArchiveError.ts'
import type { NetworkArchive } from '../../rpc/networks/NetworkArchive.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { createLogCache } from '../cache/createLogCache.ts'
import type { CachedBlocks } from '../cache/LogCache.ts'
import { pickLogs } from '../columns/pickLogs.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import { containsFilter } from '../filter/containsFilter.ts'
import type { Filter } from '../filter/Filter.ts'
import { intersect } from '../intervals.ts'
import { ArchiveCatalog } from './ArchiveCatalog.ts'
import { ArchiveHost } from './ArchiveHost.ts'
import {
  blocksOf,
  coveredBlocks,
  filterOf,
  type ArchiveFile,
  type ArchiveManifest,
} from './ArchiveManifest.ts'
import type { ArchiveStatus } from './ArchiveStatus.ts'
import { ChainChecks } from './ChainChecks.ts'
import { isForNodes, planFile, type ArchiveSources } from './planFile.ts'
import { ahead, readParts, type ArchivedPart, type ArchiveQuery } from './readParts.ts'

/** After this many faulty files, the whole archive is no longer used. */
const maxFaults = 3
/** Maximum bytes of archived logs in memory. They are not persisted: storage holds only logs from nodes. */
const memoryBytes = 64 * 1024 * 1024

/** The archive of a pool's network: final blocks as files, for everyone to read. */
export class Archive {
  readonly #pool: Pool
  readonly #host: ArchiveHost
  readonly #memory = createLogCache({ maxBytes: memoryBytes })
  readonly #sources: ArchiveSources
  readonly #checks = new ChainChecks()
  readonly #listeners = new Listeners()
  readonly #faulty = new Set<string>()
  readonly #catalog: ArchiveCatalog
  #isRejected = false
  #status: ArchiveStatus

  constructor(pool: Pool, archive: string | NetworkArchive) {
    this.#pool = pool
    this.#host = new ArchiveHost(archive)
    this.#sources = { pool, host: this.#host, memory: this.#memory }
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

  /** Whether the archive is no longer used: see {@link reject}. */
  get isRejected(): boolean {
    return this.#isRejected
  }

  /** Reads the manifest and starts to read the keys, which most queries need, while the head is being read. */
  async prepare(signal?: AbortSignal): Promise<void> {
    if (this.#isRejected) return
    const manifest = await this.#catalog.readManifest(signal)
    if (manifest) this.#catalog.fetchKeys(manifest)
  }

  /**
   * Stops using the archive for the life of the pool, because its logs are not those of the nodes.
   *
   * @param problem The message, after the name of the archive.
   */
  reject(problem: string): void {
    this.#isRejected = true
    void this.#memory.clear()
    this.#report(this.#host.fail(problem))
  }

  /** Whether the manifest and the keys are in memory, so that planning takes no request. */
  get isReady(): boolean {
    return this.#catalog.isReady
  }

  /**
   * The blocks that the archive will supply, in the order of the query. Rejects only if the signal fires.
   *
   * @param pool The scan's view of the pool, which checks the files: it may ignore the budget.
   */
  async plan(pool: Pool, query: ArchiveQuery, signal?: AbortSignal): Promise<readonly ArchivedPart[]> {
    try {
      return await this.#plan(pool, query, signal)
    } catch (error) {
      signal?.throwIfAborted()
      this.#report(error)
      return []
    }
  }

  /** Reads planned blocks, without those that turn out to be damaged. */
  read(query: ArchiveQuery, parts: readonly ArchivedPart[]): CachedBlocks {
    return { ranges: parts.map(({ range }) => range), read: (signal) => this.#read(query, parts, signal) }
  }

  async #plan(
    pool: Pool,
    query: ArchiveQuery,
    signal: AbortSignal | undefined,
  ): Promise<readonly ArchivedPart[]> {
    if (this.#isRejected) return []
    const manifest = await this.#catalog.readManifest(signal)
    const isUsable = manifest && this.#faulty.size < maxFaults
    if (!isUsable || !containsFilter(filterOf(manifest), query.filter)) return []
    const wanted = intersect(coveredBlocks(manifest), query.blocks)
    const found = manifest.files.filter(
      (file) =>
        !this.#faulty.has(file.path) &&
        intersect([blocksOf(file)], wanted).length > 0 &&
        !isForNodes(this.#sources, manifest, file, query),
    )
    if (found.length === 0) return []
    const keys = await this.#catalog.readKeys(manifest, signal)
    const places = new Map(manifest.files.map((file, at) => [file, at]))
    const isAlone = found.length <= ahead.files
    const planned = await Promise.all(
      found.map(async (file) => {
        const blocks = intersect([blocksOf(file)], wanted)
        const runs = keys[places.get(file)!]!
        return { file, parts: await planFile(this.#sources, file, runs, { blocks, query, isAlone, signal }) }
      }),
    )
    const needed = planned.filter(({ parts }) => parts.length > 0)
    if (needed.length === 0) return []
    if (!query.isEstimate) this.#prefetch(inOrder(needed, query))
    const files = needed.map(({ file }) => file)
    const confirmed = await this.#confirm(pool, manifest, files, signal)
    return inOrder(
      needed.filter(({ file }) => confirmed.includes(file)),
      query,
    )
  }

  /** Reads the indexes of the first files while the chain is being checked. */
  #prefetch(parts: readonly ArchivedPart[]): void {
    for (const { source, logs } of parts.slice(0, ahead.files))
      if ('file' in source && logs > 0) this.#host.readIndex(source.file).catch(() => {})
  }

  /** The files whose blocks nodes confirm. */
  async #confirm(
    pool: Pool,
    manifest: ArchiveManifest,
    files: readonly ArchiveFile[],
    signal: AbortSignal | undefined,
  ): Promise<readonly ArchiveFile[]> {
    const confirmed = await this.#checks.confirm(pool, manifest, files, signal)
    // Logs in memory may come from the other files.
    if (confirmed?.length !== files.length) await this.#memory.clear()
    if (!confirmed) throw this.#host.fail('belongs to another chain: its block 0 has a different hash')
    if (confirmed.length < files.length)
      this.#report(this.#host.fail('has blocks that no node confirms: they are read from nodes'))
    return confirmed
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
    // Too many to keep: they would displace all others, and then be dropped themselves.
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

/** The archive of the pool's network, shared by all scans. */
export const getArchive = /* @__PURE__ */ perPool((pool): Archive | undefined => {
  const { archive } = pool.network
  return archive === undefined ? undefined : new Archive(pool, archive)
})

/** The parts of files, in the order of the query. */
function inOrder(
  files: readonly { readonly parts: readonly ArchivedPart[] }[],
  { order }: ArchiveQuery,
): readonly ArchivedPart[] {
  const parts = files.flatMap((file) => file.parts)
  return order === 'asc' ? parts : parts.toReversed()
}
