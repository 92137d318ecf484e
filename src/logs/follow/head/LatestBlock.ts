import type { Clock } from '../../../rpc/Clock.ts'
import { onAbort } from '../../../rpc/onAbort.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { blockHeader } from '../../../rpc/blockHeader.ts'
import { EndpointCooldown } from '../../../rpc/endpoint/EndpointCooldown.ts'
import type { Head } from '../../chain/readHeader.ts'

/** Milliseconds until a question is given up and another endpoint asked. */
const patience = 15_000

/** Asks for the newest block (`eth_getBlockByNumber`): of the endpoint that was asked last, while it does well. */
export class LatestBlock {
  readonly #pool: Pool
  readonly #clock: Clock
  readonly #distrusted: EndpointCooldown
  #preferred: string | undefined

  constructor(pool: Pool, clock: Clock) {
    this.#pool = pool
    this.#clock = clock
    this.#distrusted = new EndpointCooldown(clock)
  }

  /** Others are asked for a while. */
  distrust(endpoint: string, milliseconds?: number): void {
    this.#distrusted.add(endpoint, milliseconds)
    if (this.#preferred === endpoint) this.#preferred = undefined
  }

  /** Resolves to why there is none where nobody showed it. */
  async ask(outer: AbortSignal): Promise<Head | Error> {
    const controller = new AbortController()
    const stopListening = onAbort(outer, () => {
      controller.abort()
    })
    const timer = this.#clock.setTimeout(() => {
      controller.abort(new Error(`No endpoint showed its head within ${patience / 1_000} s.`))
    }, patience)
    try {
      const { result, endpoint } = await this.#pool.request(
        { method: 'eth_getBlockByNumber', params: ['latest', false] },
        { signal: controller.signal, avoid: this.#avoided() },
      )
      const parsed = blockHeader.safeParse(result)
      if (!parsed.success) {
        this.distrust(endpoint)
        this.#preferred = undefined
        return new Error(`${endpoint} showed a head that is no block.`)
      }
      this.#preferred = endpoint
      return { ...parsed.data, endpoint }
    } catch (error) {
      // That nobody waits any more says nothing of it.
      if (outer.aborted) return error as Error
      // Who keeps one waiting is asked last.
      if (controller.signal.aborted && this.#preferred !== undefined) this.distrust(this.#preferred)
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
    return [...new Set([...this.#distrusted.names, ...rest])]
  }
}
