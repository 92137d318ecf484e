import { Listeners } from '../../../base/Listeners.ts'

/** Finds the first block at or after a time, in seconds since the epoch; `undefined` if there is none yet. */
export type FindBlock = (time: bigint, options: { signal: AbortSignal }) => Promise<bigint | undefined>

/** The lookup state of a time's block. */
export type FoundBlock =
  | { readonly state: 'pending' }
  | { readonly state: 'found'; readonly block: bigint | undefined }
  | { readonly state: 'failed'; readonly error: Error }

/** The blocks of times on one network, each looked up once. */
export class BlockSearch {
  readonly #found = new Map<bigint, FoundBlock>()
  readonly #running = new Map<bigint, Promise<void>>()
  readonly #listeners = new Listeners()
  #controller = new AbortController()
  #version = 0

  readonly subscribe = this.#listeners.add

  /** Changes with each result. */
  readonly getVersion = (): number => this.#version

  /** The signal of the running lookups. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  readonly get = (time: bigint): FoundBlock | undefined => this.#found.get(time)

  /** Starts a lookup unless it is done or running; repeats failed ones. Never rejects. */
  find(time: bigint, find: FindBlock): Promise<void> {
    if (this.#found.get(time)?.state === 'found') return Promise.resolve()
    const search = this.#running.get(time) ?? this.#run(time, find)
    if (this.#found.get(time)?.state === 'pending') this.#running.set(time, search)
    return search
  }

  /** Forgets times without a block at or after them: there may be one by now. Returns whether there were any. */
  forgetFuture(): boolean {
    const future = [...this.#found].filter(([, one]) => one.state === 'found' && one.block === undefined)
    for (const [time] of future) this.#set(time, undefined)
    return future.length > 0
  }

  /** Aborts all running lookups. */
  readonly stop = (): void => {
    this.#controller.abort()
    this.#controller = new AbortController()
  }

  async #run(time: bigint, find: FindBlock): Promise<void> {
    const { signal } = this
    this.#set(time, { state: 'pending' })
    try {
      this.#set(time, { state: 'found', block: await find(time, { signal }) })
    } catch (reason) {
      const error = reason instanceof Error ? reason : new Error(String(reason))
      this.#set(time, signal.aborted ? undefined : { state: 'failed', error })
    } finally {
      this.#running.delete(time)
    }
  }

  #set(time: bigint, found: FoundBlock | undefined): void {
    if (found) this.#found.set(time, found)
    else this.#found.delete(time)
    this.#version++
    this.#listeners.notify()
  }
}
