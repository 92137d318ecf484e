import { lazyModule } from '../base/lazyModule.ts'

/** Reading and following logs, and the pool: code that apps need only once they send requests. */
export const lazyEngine = /* @__PURE__ */ lazyModule(() => import('./engine.ts'))

/** Code that reads more than logs from the chain, which most apps never need. */
export const lazyChainReads = /* @__PURE__ */ lazyModule(() => import('./chainReads.ts'))
