import { lazyModule, type LazyModule } from '../base/lazyModule.ts'
import type { CachedBlocks, LogCache } from '../logs/cache/LogCache.ts'

/** Reading and following logs, and the pool: code that apps need only once they send requests. */
export const lazyEngine = /* @__PURE__ */ lazyModule(() => import('./engine.ts'))

/** Code that reads more than logs from the chain, which most apps never need. */
export const lazyChainReads = /* @__PURE__ */ lazyModule(() => import('./chainReads.ts'))

type CacheCode = Pick<NonNullable<ReturnType<typeof lazyEngine.loaded>>, 'createLogCache'>

/** A cache in memory whose code is loaded with the engine, which alone reads blocks: until then, it is empty. */
export function createLazyCache(engine: LazyModule<CacheCode> = lazyEngine): LogCache {
  let cache: LogCache | undefined
  const known = () => (cache ??= engine.loaded()?.createLogCache())
  // A cache never rejects: without its code, it stays empty.
  const load = () => engine.load().then(known, () => undefined)
  return {
    add: (...args) => known()?.add(...args),
    lookup: (chainId, filter, range) =>
      known()?.lookup(chainId, filter, range) ?? { cached: [], missing: [range] },
    find: async (...args) => (await load())?.find(...args) ?? noBlocks,
    load: nothing,
    conflictsWith: (...args) => known()?.conflictsWith(...args) ?? false,
    getFinalTop: (chainId) => known()?.getFinalTop(chainId),
    getCheckpoints: async (...args) => (await load())?.getCheckpoints(...args),
    addCheckpoint: () => {},
    flush: nothing,
    clear: async (chainId) => known()?.clear(chainId),
    getRanges: (chainId) => known()?.getRanges(chainId) ?? [],
    get bytes() {
      return known()?.bytes ?? 0
    },
    getStorageStatus: () => undefined,
    subscribe: () => nothing,
    close: nothing,
  }
}

/** Without a storage, there is nothing to do. */
const nothing = async () => {}
const noBlocks: CachedBlocks = { ranges: [], async *read() {} }
