import type { Pool } from '../../rpc/Pool.ts'
import { untilAborted } from '../untilAborted.ts'
import type { ArchiveHost } from './ArchiveHost.ts'
import { maxKeyBytes, parseKeys, type ArchiveKeys } from './ArchiveKeys.ts'
import { maxManifestBytes, parseManifest, type ArchiveManifest } from './ArchiveManifest.ts'

/** Milliseconds until the manifest is read again, and a faulty archive is tried again. */
const manifestAge = 60_000
/** Up to this age in milliseconds, a manifest is used while it is read again: replaced files stay for an hour. */
const staleAge = 600_000

interface CatalogListeners {
  /** Called before the manifest is read. */
  readonly onRead: () => void
  readonly onManifest: (manifest: ArchiveManifest) => void
  readonly onError: (error: unknown) => void
}

interface RequestedKeys {
  readonly path: string
  readonly bytes: Promise<Uint8Array>
  value?: Promise<ArchiveKeys>
  isParsed?: boolean
}

/** The manifest and the keys of an archive. All scans share the requests, so no scan's signal aborts them. */
export class ArchiveCatalog {
  readonly #pool: Pool
  readonly #host: ArchiveHost
  readonly #listeners: CatalogListeners
  #manifest: ArchiveManifest | undefined
  #keys: RequestedKeys | undefined
  #loadedAt = Number.NEGATIVE_INFINITY
  #loading: Promise<void> | undefined

  constructor(pool: Pool, host: ArchiveHost, listeners: CatalogListeners) {
    this.#pool = pool
    this.#host = host
    this.#listeners = listeners
  }

  /** Whether both are in memory, parsed. */
  get isReady(): boolean {
    return (
      this.#manifest !== undefined &&
      this.#keys?.isParsed === true &&
      this.#keys.path === this.#manifest.keys.path
    )
  }

  /**
   * The manifest, read again when due. The previous one is used meanwhile, unless it is older than {@link staleAge}, and
   * after a failure, because its files do not change. `undefined` if none could be read so far.
   */
  async readManifest(signal: AbortSignal | undefined): Promise<ArchiveManifest | undefined> {
    const age = this.#pool.clock.now() - this.#loadedAt
    if (age >= manifestAge) this.#loading ??= this.#load().finally(() => (this.#loading = undefined))
    const isFresh = this.isReady && age < staleAge
    if (this.#loading && !isFresh) await untilAborted(this.#loading, signal)
    return this.#manifest
  }

  async #load(): Promise<void> {
    this.#loadedAt = this.#pool.clock.now()
    this.#listeners.onRead()
    try {
      const manifest = parseManifest(await this.#host.readManifest(maxManifestBytes, undefined))
      if (typeof manifest === 'string') throw this.#host.failManifest(manifest)
      const { id } = this.#pool.network
      if (manifest.chainId !== id) throw this.#host.fail(`belongs to chain ${manifest.chainId}, not to ${id}`)
      this.#manifest = manifest
      this.#listeners.onManifest(manifest)
    } catch (error) {
      this.#listeners.onError(error)
    }
  }

  /** Starts to download the keys. They are parsed when first needed, which is never if nodes are cheaper. */
  fetchKeys({ keys }: ArchiveManifest): void {
    if (this.#keys?.path === keys.path || keys.bytes > maxKeyBytes) return
    const requested: RequestedKeys = { path: keys.path, bytes: this.#host.readWhole(keys, undefined) }
    this.#keys = requested
    requested.bytes.catch(() => this.#drop(requested))
  }

  /** Forgets keys that could not be read, so that they are requested again. */
  #drop(failed: RequestedKeys): void {
    if (this.#keys === failed) this.#keys = undefined
  }

  /** @throws {@link ArchiveError} if the keys are too large, or cannot be read. */
  async readKeys(manifest: ArchiveManifest, signal: AbortSignal | undefined): Promise<ArchiveKeys> {
    const { keys } = manifest
    if (keys.bytes > maxKeyBytes) throw this.#host.fail(`has ${keys.bytes} bytes of keys, too many to read`)
    this.fetchKeys(manifest)
    const found = this.#keys!
    if (!found.value) {
      found.value = found.bytes.then(async (bytes) => {
        const parsed = await parseKeys(bytes, manifest).catch(() => undefined)
        if (!parsed) throw this.#host.fail('has damaged keys')
        found.isParsed = true
        return parsed
      })
      found.value.catch(() => this.#drop(found))
    }
    return untilAborted(found.value, signal)
  }
}
