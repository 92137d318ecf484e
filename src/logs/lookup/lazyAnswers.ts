import { lazyModule } from '../../base/lazyModule.ts'

/**
 * Checks the answers of lookup services. Loaded with the first lookup, because zod is large and few users look up
 * events.
 */
export const lazyAnswers = /* @__PURE__ */ lazyModule(() => import('./answers.ts'))
