import { check } from './check.ts'
import type { World } from './world.ts'

/** Calls that clean up: they end a subscription or a filter that is no longer needed. */
const takesBack = new Set(['eth_unsubscribe', 'eth_uninstallFilter'])

/** Checks that no request is sent while none is allowed. */
export class Quiet {
  readonly #world: World
  #since: number | undefined

  constructor(world: World) {
    this.#world = world
  }

  note(isQuiet: boolean): void {
    const { calls } = this.#world.node
    if (this.#since !== undefined) {
      const sent = calls.slice(this.#since).find(({ method, endpoint, answer }, at, rest) => {
        // A socket that was being opened subscribes, and unsubscribes at once.
        if (method === 'eth_subscribe' || takesBack.has(method)) return false
        // Where final blocks were replaced, the chain is identified, in several attempts, before its filter is uninstalled.
        if (method !== 'eth_chainId') return true
        const next = rest.slice(at + 1).find((call) => call.endpoint === endpoint && call.method !== method)
        return next ? !takesBack.has(next.method) : answer !== undefined
      })
      check(!sent, `${sent?.method} was sent without a listener`)
    }
    this.#since = isQuiet ? calls.length : undefined
  }
}
