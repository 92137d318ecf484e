'use client'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { LazyModule } from '../../base/lazyModule.ts'

interface UseLazyModuleReturnType<module> {
  /** `undefined` until it is loaded. */
  readonly loaded: module | undefined
  /** Why it could not be loaded. */
  readonly error: Error | undefined
  /** Tries again. */
  readonly load: () => void
}

/** Loads code once a component that needs it is mounted. */
export function useLazyModule<module>(lazy: LazyModule<module>): UseLazyModuleReturnType<module> {
  const loaded = useSyncExternalStore(lazy.subscribe, lazy.loaded, () => undefined)
  const [error, setError] = useState<Error>()
  const load = useCallback(() => void lazy.load().then(() => setError(undefined), setError), [lazy])
  useEffect(load, [load])
  // Another component may have loaded it since.
  return { loaded, error: loaded ? undefined : error, load }
}
