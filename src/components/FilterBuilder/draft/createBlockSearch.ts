import { Listeners } from '../../../base/Listeners.ts'

/** Finds the first block at or after a time, in seconds since the epoch; `undefined` if there is none yet. */
export type FindBlock = (time: bigint, options: { signal: AbortSignal }) => Promise<bigint | undefined>

/** The lookup state of a time's block. */
export type FoundBlock =
  | { readonly state: 'pending' }
  | { readonly state: 'found'; readonly block: bigint | undefined }
  | { readonly state: 'failed'; readonly error: Error }

/** The blocks of times on one network, each looked up once. */
export interface BlockSearch {
  readonly get: (time: bigint) => FoundBlock | undefined
  /** Starts a lookup unless it is done or running; repeats failed ones. Never rejects. */
  readonly find: (time: bigint, find: FindBlock) => Promise<void>
  /** Forgets times without a block at or after them: there may be one by now. Returns whether there were any. */
  readonly forgetFuture: () => boolean
  readonly subscribe: (listener: () => void) => () => void
  /** Changes with each result. */
  readonly version: () => number
  /** The signal of the running lookups. */
  readonly signal: () => AbortSignal
  /** Aborts all running lookups. */
  readonly stop: () => void
}

export function createBlockSearch(): BlockSearch {
  const found = new Map<bigint, FoundBlock>()
  const running = new Map<bigint, Promise<void>>()
  const listeners = new Listeners()
  let controller = new AbortController()
  let version = 0
  const set = (time: bigint, what: FoundBlock | undefined) => {
    if (what) found.set(time, what)
    else found.delete(time)
    version++
    listeners.notify()
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
      if (found.get(time)?.state === 'found') return Promise.resolve()
      const search = running.get(time) ?? run(time, find)
      if (found.get(time)?.state === 'pending') running.set(time, search)
      return search
    },
    forgetFuture() {
      const future = [...found].filter(([, one]) => one.state === 'found' && one.block === undefined)
      for (const [time] of future) set(time, undefined)
      return future.length > 0
    },
    subscribe: listeners.add,
    version: () => version,
    signal: () => controller.signal,
    stop() {
      controller.abort()
      controller = new AbortController()
    },
  }
}
