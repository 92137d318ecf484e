import type { Hex } from 'viem'
import { NodeError } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'
import { requestHeader, type Head } from '../../chain/readHeader.ts'
import type { Filter } from '../../filter/Filter.ts'
import { toRpcFilter } from '../../filter/toRpcFilter.ts'

/** A filter on a node: all requests for it go to the endpoint that created it. */
export class NodeFilter {
  readonly id: Hex
  readonly endpoint: string
  readonly #pool: Pool

  private constructor(pool: Pool, id: Hex, endpoint: string) {
    this.#pool = pool
    this.id = id
    this.endpoint = endpoint
  }

  /**
   * Creates a filter (`eth_newFilter`). If the signal fires while it is being created, the promise still resolves to it, so
   * that it can be uninstalled.
   */
  static async create(
    pool: Pool,
    filter: Filter,
    options: { readonly avoid: readonly string[]; readonly signal: AbortSignal },
  ): Promise<NodeFilter> {
    // Of several filters, one that covers them all is enough: it only signals changes, and logs are read by `eth_getLogs`.
    const { address, topics } = filter
    const call = { method: 'eth_newFilter', params: [toRpcFilter({ address, topics }, {})] }
    const { result, endpoint } = await pool.request(call, {
      ...options,
      ignoreAbortOnceSent: true,
      reason: 'filter',
    })
    if (typeof result !== 'string') throw filterError(endpoint, call.method)
    return new NodeFilter(pool, result as Hex, endpoint)
  }

  /** The changes since the last poll (`eth_getFilterChanges`). */
  async poll(signal: AbortSignal): Promise<readonly unknown[]> {
    const call = { method: 'eth_getFilterChanges', params: [this.id] }
    const { result } = await this.#pool.request(call, { signal, endpoint: this.endpoint, reason: 'filter' })
    if (!Array.isArray(result)) throw filterError(this.endpoint, call.method)
    return result
  }

  /** The newest block of its endpoint (`eth_getBlockByNumber`). */
  async readHead(signal: AbortSignal): Promise<Head> {
    const { endpoint } = this
    const { header } = await requestHeader(this.#pool, 'latest', { signal, endpoint, reason: 'filter' })
    if (typeof header === 'string') throw filterError(endpoint, 'eth_getBlockByNumber')
    return { ...header, endpoint }
  }

  uninstall(): void {
    const call = { method: 'eth_uninstallFilter', params: [this.id] }
    this.#pool.request(call, { endpoint: this.endpoint, reason: 'filter' }).catch(() => {
      // The filter or its endpoint is gone already: nodes drop filters that are not polled.
    })
  }
}

/** The error for an answer that shows that a filter does not work. */
export function filterError(
  endpoint: string,
  method: string,
  what = `sent an invalid answer to ${method}`,
): NodeError {
  return new NodeError(`${endpoint} ${what}.`, {
    kind: 'malformed',
    method,
    endpoint,
    advice: 'A new filter is created; use another endpoint if this continues.',
  })
}
