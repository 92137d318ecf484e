import { ModuleLoadError } from '../errors/ModuleLoadError.ts'
import { Listeners } from './Listeners.ts'

/** Milliseconds before the second and the third attempt. */
const retryDelays = [500, 2_000]

/** Code that is loaded on demand. */
export interface LazyModule<module> {
  /** The module, if it is loaded. */
  readonly loaded: () => module | undefined
  /**
   * Loads the module once, in several attempts. If all fail, it tries again with the next call, and when another
   * module has been loaded.
   *
   * @throws {@link ModuleLoadError} if it could not be loaded.
   */
  readonly load: () => Promise<module>
  /** Calls `listener` once the module is loaded, without loading it. Returns a function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Retries of modules that failed to load: they run as soon as another module loads, because the server is back. */
const retries = new Set<() => void>()

/** Wraps an `import()` with retries and an error that says what to do. */
export function lazyModule<module>(importModule: () => Promise<module>): LazyModule<module> {
  let loaded: module | undefined
  let loading: Promise<module> | undefined
  const listeners = new Listeners()

  async function attempt(delays: readonly number[]): Promise<module> {
    try {
      loaded = await importModule()
    } catch (error) {
      const [delay, ...rest] = delays
      if (delay === undefined) {
        retries.add(retry)
        throw new ModuleLoadError(error)
      }
      await new Promise((resolve) => setTimeout(resolve, delay))
      return attempt(rest)
    }
    listeners.notify()
    const waiting = [...retries]
    retries.clear()
    for (const retryOther of waiting) retryOther()
    return loaded
  }

  function load(): Promise<module> {
    loading ??= attempt(retryDelays).finally(() => {
      if (loaded === undefined) loading = undefined
    })
    return loading
  }

  function retry(): void {
    if (loaded === undefined) load().catch(() => {})
  }

  return {
    loaded: () => loaded,
    load,
    subscribe: listeners.add,
  }
}
