import { ModuleLoadError } from '../errors/ModuleLoadError.ts'

/** Milliseconds before the second and the third attempt. */
const retryDelays = [500, 2_000]

/** Code that is loaded on demand. */
export interface LazyModule<module> {
  /** The module, if it is loaded. */
  readonly loaded: () => module | undefined
  /**
   * Loads the module once, in several attempts. After they have failed, the next call tries again.
   *
   * @throws {@link ModuleLoadError} if it could not be loaded.
   */
  readonly load: () => Promise<module>
}

/** Wraps an `import()`, so that a failure is neither final nor unexplained. */
export function lazyModule<module>(importModule: () => Promise<module>): LazyModule<module> {
  let loaded: module | undefined
  let loading: Promise<module> | undefined

  async function attempt(delays: readonly number[]): Promise<module> {
    try {
      return (loaded = await importModule())
    } catch (error) {
      const [delay, ...rest] = delays
      if (delay === undefined) throw new ModuleLoadError(error)
      await new Promise((resolve) => setTimeout(resolve, delay))
      return attempt(rest)
    }
  }

  return {
    loaded: () => loaded,
    load() {
      loading ??= attempt(retryDelays).finally(() => {
        if (loaded === undefined) loading = undefined
      })
      return loading
    },
  }
}
