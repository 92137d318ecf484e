import { NodeError } from '../../../errors/NodeError.ts'
import type { Pool, PoolRequestOptions } from '../../../rpc/Pool.ts'
import { readBlockHash, type ShownHash } from './readBlockHash.ts'

type ReadBlockOptions = Pick<PoolRequestOptions, 'avoid' | 'endpoint' | 'preferVerified'>

/**
 * Finds out whether blocks were replaced while several calls read them. They were not if each endpoint that answered has the same
 * last block before and after the calls (`eth_getBlockByNumber`), and all have the same.
 */
export class ReplacementCheck {
  readonly #pool: Pool
  readonly #block: bigint
  readonly #signal: AbortSignal | undefined
  /** The last block at each endpoint, as it was before the calls. */
  readonly #seen = new Map<string, ShownHash['hash']>()

  constructor(pool: Pool, block: bigint, signal: AbortSignal | undefined) {
    this.#pool = pool
    this.#block = block
    this.#signal = signal
  }

  /** Reads the block before the calls. Resolves to the endpoint to send them to; `undefined` if none answered. */
  async begin(avoid: readonly string[] | undefined): Promise<string | undefined> {
    const { hash, endpoint } = (await this.#read({ avoid, preferVerified: true })) ?? {}
    if (hash !== undefined && endpoint !== undefined) this.#seen.set(endpoint, hash)
    return endpoint
  }

  /**
   * Reads the block after the calls, from the endpoints that answered them. `unseen`: one of them had not shown it before the
   * calls. Now it has, so they can be repeated.
   */
  async compare(endpoints: Iterable<string>): Promise<'same' | 'maybe-replaced' | 'unseen'> {
    const names = [...new Set(endpoints)]
    const before = names.map((name) => this.#seen.get(name))
    const after = await Promise.all(names.map((endpoint) => this.#read({ endpoint })))
    for (const [at, name] of names.entries()) {
      const { hash } = after[at] ?? {}
      if (hash) this.#seen.set(name, hash)
      else this.#seen.delete(name)
    }
    if (after.includes(undefined)) return 'maybe-replaced'
    const hashes = new Set(
      [...before, ...after.map((read) => read?.hash)].filter((hash) => hash !== 'unknown'),
    )
    const isUnseen = hashes.delete(undefined)
    if (hashes.size > 1 || hashes.has('none')) return 'maybe-replaced'
    return isUnseen ? 'unseen' : 'same'
  }

  /** `undefined` when the call failed. */
  async #read(options: ReadBlockOptions): Promise<ShownHash | undefined> {
    const signal = this.#signal
    try {
      return await readBlockHash(this.#pool, this.#block, { ...options, signal })
    } catch (error) {
      signal?.throwIfAborted()
      if (!(error instanceof NodeError)) throw error
      return undefined
    }
  }
}
