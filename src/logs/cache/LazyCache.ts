import type { LazyModule } from '../../base/lazyModule.ts'
import type { CachedBlocks, CachedRange, CacheLookup, LogCache } from './LogCache.ts'
import type { Checkpoint } from './LogStorage.ts'

/** The code of a cache. */
interface CacheCode {
  createLogCache(): LogCache
}

/** A cache in memory whose code is loaded with the engine: until then, it is empty. */
export class LazyCache implements LogCache {
  readonly #code: LazyModule<CacheCode>
  #cache: LogCache | undefined

  constructor(code: LazyModule<CacheCode>) {
    this.#code = code
  }

  get bytes(): number {
    return this.#known?.bytes ?? 0
  }

  add(...args: Parameters<LogCache['add']>): void {
    this.#known?.add(...args)
  }

  lookup(...[chainId, filter, range]: Parameters<LogCache['lookup']>): CacheLookup {
    return this.#known?.lookup(chainId, filter, range) ?? { cached: [], missing: [range] }
  }

  async find(...args: Parameters<LogCache['find']>): Promise<CachedBlocks> {
    return (await this.#load())?.find(...args) ?? noBlocks
  }

  conflictsWith(...args: Parameters<LogCache['conflictsWith']>): boolean {
    return this.#known?.conflictsWith(...args) ?? false
  }

  getFinalTop(chainId: number): bigint | undefined {
    return this.#known?.getFinalTop(chainId)
  }

  async getCheckpoints(chainId: number, upTo?: bigint): Promise<readonly Checkpoint[] | undefined> {
    return (await this.#load())?.getCheckpoints(chainId, upTo)
  }

  readonly clear = async (chainId?: number): Promise<void> => {
    await this.#known?.clear(chainId)
  }

  getRanges(chainId: number): readonly CachedRange[] {
    return this.#known?.getRanges(chainId) ?? []
  }

  // Without a storage, there is nothing to do.
  readonly load: LogCache['load'] = nothing
  readonly addCheckpoint: LogCache['addCheckpoint'] = () => {}
  readonly flush: LogCache['flush'] = nothing
  readonly close: LogCache['close'] = nothing
  readonly getStorageStatus: LogCache['getStorageStatus'] = () => undefined
  readonly subscribe: LogCache['subscribe'] = () => () => {}

  get #known(): LogCache | undefined {
    return (this.#cache ??= this.#code.loaded()?.createLogCache())
  }

  /** A cache never rejects: without its code, it stays empty. */
  #load(): Promise<LogCache | undefined> {
    return this.#code.load().then(
      () => this.#known,
      () => undefined,
    )
  }
}

const nothing = async () => {}
const noBlocks: CachedBlocks = { ranges: [], async *read() {} }
