import { lazyModule } from '../rpc/lazyModule.ts'

/** Reading and following logs, and the pool: code that apps need only once they send requests. */
export const lazyEngine = /* @__PURE__ */ lazyModule(() => import('./engine.ts'))
