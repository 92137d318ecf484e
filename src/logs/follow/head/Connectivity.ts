import type { Pool } from '../../../rpc/Pool.ts'
import { connectivityOf } from '../../ConnectivityStatus.ts'
import type { ConnectivityStatus } from '../../ConnectivityStatus.ts'
import { browserPage } from './PageSignals.ts'
import type { PageSignals } from './PageSignals.ts'

const all = new WeakMap<Pool, Connectivity>()

/**
 * The one answer to "can we reach anybody?" for a network: from the health of its endpoints, the browser's connection, and
 * the silence of its head feed. Live status, endpoint panels and retries go by it, so that they cannot disagree. It sends
 * nothing.
 */
export class Connectivity {
  readonly #pool: Pool
  readonly #page: PageSignals
  readonly #listeners = new Set<() => void>()
  #stopWatching = () => {}
  #isSilent = false
  #told: ConnectivityStatus = 'unknown'

  private constructor(pool: Pool, page: PageSignals) {
    this.#pool = pool
    this.#page = page
  }

  /** The connectivity of a network: one for all who ask. */
  static of(pool: Pool, page: PageSignals = browserPage): Connectivity {
    let connectivity = all.get(pool)
    if (!connectivity) all.set(pool, (connectivity = new Connectivity(pool, page)))
    return connectivity
  }

  readonly getStatus = (): ConnectivityStatus => {
    if (!this.#page.isOnline()) return 'offline'
    return this.#isSilent ? 'unreachable' : connectivityOf(this.#pool.getStatus())
  }

  /** Calls `listener` after each change; returns how to stop that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#watch()
    this.#listeners.add(listener)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stopWatching()
    }
  }

  /** The head feed has heard nobody for too long, or hears somebody again. */
  setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent
    this.#update()
  }

  #watch(): void {
    this.#told = this.getStatus()
    const update = () => {
      this.#update()
    }
    const stops = [this.#pool.subscribe(update), this.#page.subscribe(update)]
    this.#stopWatching = () => {
      for (const stop of stops) stop()
    }
  }

  #update(): void {
    const status = this.getStatus()
    if (status === this.#told) return
    this.#told = status
    for (const listener of [...this.#listeners]) listener()
  }
}
