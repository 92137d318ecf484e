import { NodeError } from '../../../errors/NodeError.ts'
import type { Clock } from '../../../rpc/Clock.ts'
import { EndpointCooldown } from '../../../rpc/endpoint/EndpointCooldown.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { requestHeader, type Head } from '../../chain/readHeader.ts'

/** Milliseconds after which an endpoint counts as silent, and another one is used. */
const timeout = 15_000

/** Reads the newest block (`eth_getBlockByNumber`), from the same endpoint as last time while it works. */
export class LatestBlock {
  readonly #pool: Pool
  readonly #cooldown: EndpointCooldown
  #preferred: string | undefined

  constructor(pool: Pool, clock: Clock) {
    this.#pool = pool
    this.#cooldown = new EndpointCooldown(clock)
  }

  /** Uses other endpoints for a while. */
  avoid(endpoint: string, milliseconds?: number): void {
    this.#cooldown.add(endpoint, milliseconds)
    if (this.#preferred === endpoint) this.#preferred = undefined
  }

  /** Resolves to the head, or to the error. */
  async read(signal: AbortSignal): Promise<Head | Error> {
    try {
      const options = { signal, timeout, avoid: this.#avoided(), reason: 'head' } as const
      const { header, endpoint } = await requestHeader(this.#pool, 'latest', options)
      if (typeof header === 'string') {
        this.avoid(endpoint)
        this.#preferred = undefined
        return malformedHead(endpoint)
      }
      this.#preferred = endpoint
      return { ...header, endpoint }
    } catch (error) {
      // An abort by the caller is not the endpoint's fault.
      if (signal.aborted) return error as Error
      // A slow endpoint is used last.
      const isSlow = error instanceof NodeError && error.kind === 'timeout'
      if (isSlow && error.endpoint !== undefined) this.avoid(error.endpoint)
      this.#preferred = undefined
      return error as Error
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

function malformedHead(endpoint: string): NodeError {
  const method = 'eth_getBlockByNumber'
  return new NodeError(`${endpoint} sent an invalid answer to ${method}.`, {
    kind: 'malformed',
    method,
    endpoint,
    advice: 'Use another endpoint.',
  })
}
