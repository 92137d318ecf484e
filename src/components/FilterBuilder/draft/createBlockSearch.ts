/** Says which block was the first at or after a time, in seconds since the epoch; `undefined` when there is none yet. */
export type FindBlock = (time: bigint, options: { signal: AbortSignal }) => Promise<bigint | undefined>

/** What is known of the block of a time. */
export type FoundBlock =
  | { readonly state: 'pending' }
  | { readonly state: 'found'; readonly block: bigint | undefined }
  | { readonly state: 'failed'; readonly error: Error }

/** Blocks of times, each looked for once. */
export interface BlockSearch {
  readonly get: (time: bigint) => FoundBlock | undefined
  /** Looks for it, unless that is done or under way. Resolves in any case. */
  readonly find: (time: bigint, find: FindBlock) => Promise<void>
  readonly subscribe: (listener: () => void) => () => void
  /** Changes with whatever becomes known. */
  readonly version: () => number
  /** Ends every search under way. */
  readonly stop: () => void
}

export function createBlockSearch(): BlockSearch {
  const found = new Map<bigint, FoundBlock>()
  const running = new Map<bigint, Promise<void>>()
  const listeners = new Set<() => void>()
  let controller = new AbortController()
  let version = 0
  const set = (time: bigint, what: FoundBlock | undefined) => {
    if (what) found.set(time, what)
    else found.delete(time)
    version++
    for (const listener of listeners) listener()
  }
  async function run(time: bigint, find: FindBlock) {
    const { signal } = controller
    set(time, { state: 'pending' })
    try {
      set(time, { state: 'found', block: await find(time, { signal }) })
    } catch (reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason))
      set(time, signal.aborted ? undefined : { state: 'failed', error })
    } finally {
      running.delete(time)
    }
  }
  return {
    get: (time) => found.get(time),
    find(time, find) {
      const state = found.get(time)
      // A time to come may have come since, and a failure may have passed.
      const known = state?.state === 'found' && state.block !== undefined
      if (known) return Promise.resolve()
      const search = running.get(time) ?? run(time, find)
      if (found.get(time)?.state === 'pending') running.set(time, search)
      return search
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    version: () => version,
    stop() {
      controller.abort()
      controller = new AbortController()
    },
  }
}
