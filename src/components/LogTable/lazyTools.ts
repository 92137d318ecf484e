import { lazyModule } from '../../base/lazyModule.ts'

/** Menus, find, sort and copy: code that no table needs to show its first rows. Loaded after the first paint. */
export const lazyTools = /* @__PURE__ */ lazyModule(() => import('./tools.ts'))

export type TableTools = Awaited<ReturnType<typeof lazyTools.load>>
