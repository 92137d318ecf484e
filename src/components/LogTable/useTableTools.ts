'use client'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { lazyModule } from '../../base/lazyModule.ts'

export const lazyTools = /* @__PURE__ */ lazyModule(() => import('./tools.ts'))

export type TableTools = Awaited<ReturnType<typeof lazyTools.load>>

interface UseTableToolsReturnType {
  /** `undefined` until they are loaded. */
  readonly tools: TableTools | undefined
  /** Why they could not be loaded. */
  readonly error: Error | undefined
  readonly load: () => void
}

/** Menus, find, sort and copy: code that no table needs to show its first rows. Loaded after the first paint. */
export function useTableTools(): UseTableToolsReturnType {
  const tools = useSyncExternalStore(lazyTools.subscribe, lazyTools.loaded, () => undefined)
  const [error, setError] = useState<Error>()
  const load = useCallback(() => void lazyTools.load().then(() => setError(undefined), setError), [])
  useEffect(load, [load])
  // They may have been loaded for another table, or by a retry, since.
  return { tools, error: tools ? undefined : error, load }
}
