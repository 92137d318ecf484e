import type { Hash } from 'viem'
import { takesBatches } from '../../../rpc/endpoint/requestEndpoints.ts'
import type { Pool, PoolReply, PoolRequestOptions } from '../../../rpc/Pool.ts'
import { Finality } from '../../chain/Finality.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { later } from '../../intervals.ts'
import { replacedError } from './intervalErrors.ts'
import { readBlockHash, type ShownHash } from './readBlockHash.ts'

type TailRequest = Pick<PoolRequestOptions, 'endpoint' | 'preferVerified'>

/** What is known when a read is sent. */
export interface BegunCheck {
  /** Endpoints that have shown the last block, or do not tell its hash. */
  readonly shownBy: ReadonlySet<string>
  /** The last block as requested along with the read; `undefined` if that failed. */
  readonly along: Promise<ShownHash | undefined> | undefined
}

/**
 * Makes sure that blocks which are not final yet are of one chain, with all their logs, if it takes several calls to read them.
 * An answer counts if all endpoints show the same last block (`eth_getBlockByNumber`): its own in the same message, or else before
 * and after the call.
 */
export class TailCheck {
  readonly #pool: Pool
  /** All blocks that the scan reads. */
  readonly range: BlockInterval
  readonly #head: bigint
  readonly #signal: AbortSignal | undefined
  #hash: Hash | undefined
  #isReplaced = false
  readonly #shownBy = new Set<string>()
  #along: BegunCheck['along']
  #beginning: Promise<unknown> | undefined
  /** Requested after a message, by the number of its batch. */
  readonly #after = new Map<number, Promise<ShownHash>>()

  constructor(pool: Pool, range: BlockInterval, head: bigint, signal: AbortSignal | undefined) {
    this.#pool = pool
    this.range = range
    this.#head = head
    this.#signal = signal
  }

  /** Whether the chain was reorganized: what was read before is of another chain. */
  get isReplaced(): boolean {
    return this.#isReplaced
  }

  /** This check if a range has only some of the blocks that are not final: one answer with all of them is of one chain. */
  for(blocks: BlockInterval): TailCheck | undefined {
    const { from, to } = this.range
    const first = this.replaceableFrom
    const hasAll = blocks.from <= later(from, first) && blocks.to >= to
    return this.isReplaceable(blocks) && !hasAll ? this : undefined
  }

  /** Whether a range has blocks that are not final. */
  isReplaceable({ to }: BlockInterval): boolean {
    return to >= this.replaceableFrom
  }

  /** The first block that is not final. */
  get replaceableFrom(): bigint {
    return Finality.of(this.#pool).finalBlock(this.#head) + 1n
  }

  /** Call this right before a read by `pool`, which may ignore the budget. Reads that are sent together share a call. */
  async begin(pool: Pool): Promise<BegunCheck> {
    if (this.#isBatched) {
      if (!this.#along) {
        this.#along = this.#read(pool, { preferVerified: true }).catch(() => undefined)
        queueMicrotask(() => {
          this.#along = undefined
        })
      }
      return { shownBy: new Set(this.#shownBy), along: this.#along }
    }
    if (this.#shownBy.size === 0)
      await (this.#beginning ??= this.#read(pool, { preferVerified: true }).finally(() => {
        this.#beginning = undefined
      }))
    return { shownBy: new Set(this.#shownBy), along: undefined }
  }

  /**
   * Call this with the answer. `unseen`: its endpoint had not shown the last block before, but has now, so that the read can be
   * repeated. `behind`: it does not have the last block.
   *
   * @throws when the last block is another one.
   */
  async confirm(
    pool: Pool,
    { endpoint, batch }: Pick<PoolReply<unknown>, 'endpoint' | 'batch'>,
    { shownBy, along }: BegunCheck,
  ): Promise<'same' | 'unseen' | 'behind'> {
    const shown = await along
    const isTogether = batch !== undefined && shown?.batch === batch
    const { hash } = isTogether ? shown : await this.#readAfter(pool, endpoint, batch)
    // Thrown at the first of two readings that differ, and again at each later one.
    if (hash !== 'none' && hash !== 'unknown' && hash !== this.#hash) throw replacedError(this.range.to)
    if (hash === 'none') return 'behind'
    return isTogether || shownBy.has(endpoint) ? 'same' : 'unseen'
  }

  /** Some endpoint takes several calls in a message. */
  get #isBatched(): boolean {
    return this.#pool.getStatus().some(takesBatches)
  }

  #readAfter(pool: Pool, endpoint: string, batch: number | undefined): Promise<ShownHash> {
    const known = batch === undefined ? undefined : this.#after.get(batch)
    if (known) return known
    const reading = this.#read(pool, { endpoint })
    if (batch !== undefined) this.#after.set(batch, reading)
    return reading
  }

  async #read(pool: Pool, options: TailRequest): Promise<ShownHash> {
    const shown = await readBlockHash(pool, this.range.to, { ...options, signal: this.#signal })
    const { hash, endpoint } = shown
    if (endpoint !== undefined && hash === 'none') this.#shownBy.delete(endpoint)
    else if (endpoint !== undefined) this.#shownBy.add(endpoint)
    if (hash !== 'none' && hash !== 'unknown') {
      this.#hash ??= hash
      this.#isReplaced ||= this.#hash !== hash
    }
    return shown
  }
}
