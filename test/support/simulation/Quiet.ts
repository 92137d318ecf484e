import { check } from './ScanWatch.ts'
import type { World } from './world.ts'

/** What takes back what was asked for: a connection that was being opened, a filter that nobody waits for any more. */
const takesBack = new Set(['eth_unsubscribe', 'eth_uninstallFilter'])

/** Watches over the silence of those who must not send anything. */
export class Quiet {
  readonly #world: World
  #since: number | undefined

  constructor(world: World) {
    this.#world = world
  }

  note(isQuiet: boolean): void {
    const { calls } = this.#world.node
    if (this.#since !== undefined) {
      // A connection that was being opened asks, and takes it back.
      const sent = calls
        .slice(this.#since)
        .find(({ method }) => method !== 'eth_subscribe' && !takesBack.has(method))
      check(!sent, `${sent?.method} was sent though nobody listens`)
    }
    this.#since = isQuiet ? calls.length : undefined
  }
}
