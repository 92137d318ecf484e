import type { Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { parseBlockHeader } from '../../../rpc/parseBlockHeader.ts'
import { EndpointCooldown } from '../../../rpc/endpoint/EndpointCooldown.ts'
import type { Head } from '../../chain/readHeader.ts'

/** Milliseconds after which a request is aborted and another endpoint used. */
const timeout = 15_000

/** Reads the newest block (`eth_getBlockByNumber`), from the same endpoint as last time while it works. */
export class LatestBlock {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #cooldown: EndpointCooldown
  #preferred: string | undefined

  constructor(pool: Pool, clock: Clock) {
    this.#pool = pool
    this.#clock = clock
    this.#cooldown = new EndpointCooldown(clock)
  }

  /** Uses other endpoints for a while. */
  avoid(endpoint: string, milliseconds?: number): void {
    this.#cooldown.add(endpoint, milliseconds)
    if (this.#preferred === endpoint) this.#preferred = undefined
  }

  /** Resolves to the head, or to the error. */
  async read(outer: AbortSignal): Promise<Head | Error> {
    const controller = new AbortController()
    const stopListening = onAbort(outer, () => {
      controller.abort()
    })
    const timer = this.#clock.setTimeout(() => {
      controller.abort(new Error(`No endpoint showed its head within ${timeout / 1_000} s.`))
    }, timeout)
    try {
      const { result, endpoint } = await this.#pool.request(
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        { signal: controller.signal, avoid: this.#avoided() },
      )
      const block = parseBlockHeader(result)
      if (!block) {
        this.avoid(endpoint)
        this.#preferred = undefined
        return new Error(`${endpoint} showed a head that is no block.`)
      }
      this.#preferred = endpoint
      return { ...block, endpoint }
    } catch (error) {
      // An abort by the caller is not the endpoint's fault.
      if (outer.aborted) return error as Error
      // A slow endpoint is used last.
      if (controller.signal.aborted && this.#preferred !== undefined) this.avoid(this.#preferred)
      this.#preferred = undefined
      return error as Error
    } finally {
      this.#clock.clearTimeout(timer)
      stopListening()
    }
  }

  #avoided(): readonly string[] {
    const http = this.#pool.getStatus().filter(({ type }) => type === 'http')
    const preferred = this.#preferred
    const rest =
      preferred === undefined ? [] : http.map(({ name }) => name).filter((name) => name !== preferred)
    return [...new Set([...this.#cooldown.names, ...rest])]
  }
}
