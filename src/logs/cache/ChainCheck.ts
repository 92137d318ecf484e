import type { Pool } from '../../rpc/Pool.ts'
import { Finality } from '../chain/Finality.ts'
import { resolveRange } from '../chain/resolveRange.ts'
import { checkNetwork, identifyChain, readHash, type ChainIdentity } from './identifyChain.ts'
import { chainOf, replaceChain, type KnownChain } from './KnownChain.ts'
import type { LogCache } from './LogCache.ts'
import type { Checkpoint } from './LogStorage.ts'

/** Checks that the logs of a cache are of the pool's chain, before they are used. */
export class ChainCheck {
  readonly #pool: Pool
  readonly #cache: LogCache
  /** The chain when the check began. Another check may find a new one meanwhile: logs read before that are of the old one. */
  readonly #chain: KnownChain
  readonly #caches: WeakSet<LogCache>
  /** Also read at the beginning: another scan may read the tag of a new chain meanwhile. */
  readonly #finalTag: Checkpoint | undefined
  #checkpoints: readonly Checkpoint[] | undefined
  #isDone = false

  private constructor(pool: Pool, cache: LogCache) {
    this.#pool = pool
    this.#cache = cache
    this.#chain = chainOf(pool)
    this.#caches = this.#chain.caches
    this.#finalTag = Finality.of(pool).tag
  }

  static async start(pool: Pool, cache: LogCache): Promise<ChainCheck> {
    const check = new ChainCheck(pool, cache)
    if (!check.#isSame) check.#checkpoints = await cache.getCheckpoints(pool.network.id)
    check.#isDone = check.#isSame
    return check
  }

  /** Whether the chain had been identified in this session by the time the stored checkpoints were read. */
  get isDone(): boolean {
    return this.#isDone
  }

  /**
   * Identifies the chain, usually with one call. Clears a cache of another chain. Once the chain was identified in this session,
   * an empty cache takes no call, unless `isRefresh`: then the chain id is checked.
   *
   * @throws {@link NodeError} if no node could be reached, or all that can be serve another network.
   */
  async identify(signal: AbortSignal | undefined, isRefresh = false): Promise<ChainIdentity> {
    if (this.#isSame) return this.#conclude(await this.#identifyAgain(signal, isRefresh))
    const checkpoints = this.#checkpoints
    if (checkpoints) return this.#conclude(await identifyChain(this.#pool, checkpoints, signal))
    // The cache is empty: block 0 will identify its chain, unless logs provide a higher block.
    if (this.#cache.getStorageStatus()) await this.#storeFirstBlock(signal)
    return this.#conclude('same')
  }

  /** Compares the head: a chain that is shorter than the cached final blocks was restarted. */
  async compareHead(head: bigint, signal: AbortSignal | undefined): Promise<ChainIdentity> {
    return this.#conclude(await this.#compareHead(head, signal))
  }

  /** Whether the cache was found to be of this chain. */
  get #isSame(): boolean {
    return this.#caches.has(this.#cache)
  }

  /** Compares one block of a chain that was identified before: a node may have been replaced since. */
  async #identifyAgain(signal: AbortSignal | undefined, isRefresh: boolean): Promise<ChainIdentity> {
    const pool = this.#pool
    const cached = await this.#cache.getCheckpoints(pool.network.id)
    const checkpoint = cached && (cached.at(-1) ?? this.#finalTag)
    if (!checkpoint) return isRefresh ? checkNetwork(pool, signal) : 'same'
    const identity = await identifyChain(pool, [checkpoint], signal)
    if (identity !== 'unknown') return identity
    // Without that block, the chain is shorter, or the endpoint is behind.
    const { head } = await resolveRange(pool, { fromBlock: 'latest', toBlock: 'latest' }, signal)
    return this.#compareHead(head, signal)
  }

  async #compareHead(head: bigint, signal: AbortSignal | undefined): Promise<ChainIdentity> {
    const { id } = this.#pool.network
    const top = this.#cache.getFinalTop(id)
    if (top === undefined || head >= top) return 'same'
    const below = (await this.#cache.getCheckpoints(id, head)) ?? []
    // An endpoint that is far behind has the same blocks. Without a checkpoint to compare, the cache is cleared: chains that
    // restart may have the same block 0.
    const higher = below.filter(({ number }) => number > 0n)
    const identity = await identifyChain(this.#pool, higher, signal)
    return identity === 'unknown' ? 'other' : identity
  }

  async #storeFirstBlock(signal: AbortSignal | undefined): Promise<void> {
    const shown = await readHash(this.#pool, 0n, signal).catch(() => {
      // A missing checkpoint is no reason not to read logs.
      signal?.throwIfAborted()
    })
    if (shown?.hash) this.#cache.addCheckpoint(this.#pool.network.id, { number: 0n, hash: shown.hash })
  }

  async #conclude(identity: ChainIdentity): Promise<ChainIdentity> {
    const chain = this.#chain
    if (chain.isReplaced || chain.caches !== this.#caches) return 'other'
    if (identity === 'same') this.#caches.add(this.#cache)
    if (identity === 'other') {
      Finality.of(this.#pool).forget()
      // Otherwise only what was stored before is of another chain.
      if (this.#isSame) replaceChain(this.#pool, chain)
      else chain.caches = new WeakSet()
      await this.#cache.clear(this.#pool.network.id)
    }
    return identity
  }
}
