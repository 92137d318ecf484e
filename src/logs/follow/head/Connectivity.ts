import { Listeners } from '../../../base/Listeners.ts'
import { NodeError } from '../../../errors/NodeError.ts'
import { perPool } from '../../../rpc/perPool.ts'
import type { EndpointStatus, Pool } from '../../../rpc/Pool.ts'
import { connectivityOf, isUnreachable, type ConnectivityStatus } from '../../ConnectivityStatus.ts'
import { browserPage, type PageSignals } from './PageSignals.ts'

/**
 * Whether a network can be reached, from the health of its endpoints, the browser's connection and the silence of its head
 * feed. Live status, endpoint panels and retries all use it, so that they cannot disagree. It sends no requests.
 */
export class Connectivity {
  /** The connectivity of a network, shared by all its users. */
  static readonly of: (pool: Pool, page?: PageSignals) => Connectivity = /* @__PURE__ */ perPool(
    (pool, page: PageSignals = browserPage) => new Connectivity(pool, page),
  )

  readonly #pool: Pool
  readonly #page: PageSignals
  readonly #listeners = new Listeners()
  #stopWatching = () => {}
  #isSilent = false
  #status: ConnectivityStatus = 'unknown'

  constructor(pool: Pool, page: PageSignals) {
    this.#pool = pool
    this.#page = page
  }

  readonly getStatus = (): ConnectivityStatus => {
    if (!this.#page.isOnline()) return 'offline'
    const endpoints = this.#pool.getStatus()
    const status = connectivityOf(endpoints)
    return this.#isSilent && !isUnreachable(status) && !isThrottled(endpoints) ? 'unreachable' : status
  }

  /** Calls `listener` after each change; returns a function that unsubscribes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#watch()
    const remove = this.#listeners.add(listener)
    return () => {
      remove()
      if (this.#listeners.size === 0) this.#stopWatching()
    }
  }

  /** The head feed has had no answer for too long, or has one again. */
  setSilent(isSilent: boolean): void {
    this.#isSilent = isSilent
    this.#update()
  }

  #watch(): void {
    this.#status = this.getStatus()
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
    if (status === this.#status) return
    this.#status = status
    this.#listeners.notify()
  }
}

/** Whether an endpoint rate-limits requests: it can be reached, but is sent none for a while. */
export function isThrottled(endpoints: readonly EndpointStatus[]): boolean {
  return endpoints.some(
    ({ error }) => error instanceof NodeError && (error.kind === 'rate-limited' || error.kind === 'quota'),
  )
}
