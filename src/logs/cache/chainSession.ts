import type { Pool } from '../../rpc/Pool.ts'
import type { LogCache } from './LogCache.ts'
import { readHash, recogniseChain } from './recogniseChain.ts'
import type { ChainIdentity } from './recogniseChain.ts'

interface Known {
  /** Caches whose chain was recognised in this session. */
  readonly caches: WeakSet<LogCache>
  /** How many times the chain was found to be another one. */
  changes: number
}

/** By the budget of who was asked: views of a pool share it. */
const knownByBudget = new WeakMap<object, Known>()

/** What there is to find out about the chain before what a cache holds of it can be relied on. */
export interface ChainSession {
  /** Whether the chain was recognised in this session already. */
  readonly isKnown: boolean
  /**
   * Asks what there is to ask, in one call mostly and none when that was done in this session. A cache of another chain is
   * emptied.
   *
   * @throws {@link NodeError} when no node could be reached.
   */
  identify(signal: AbortSignal | undefined): Promise<ChainIdentity>
  /** The same once the head is known: a chain that is shorter than what is held for good began anew. */
  compareHead(head: bigint, signal: AbortSignal | undefined): Promise<ChainIdentity>
}

export async function openChainSession(pool: Pool, cache: LogCache): Promise<ChainSession> {
  const { id } = pool.network
  const known = knownByBudget.get(pool.budget) ?? { caches: new WeakSet(), changes: 0 }
  knownByBudget.set(pool.budget, known)
  const { caches } = known
  const since = known.changes
  // Somebody else may find that out, and know the new chain already: what was read before it is of the old one.
  const isReplaced = () => known.changes !== since
  const anchors = caches.has(cache) ? undefined : await cache.getAnchors(id)

  async function conclude(identity: ChainIdentity): Promise<ChainIdentity> {
    if (identity === 'same') caches.add(cache)
    if (identity === 'other') {
      caches.delete(cache)
      known.changes += 1
      await cache.clear(id)
    }
    return identity
  }

  return {
    isKnown: caches.has(cache),
    async identify(signal) {
      if (isReplaced()) return 'other'
      if (caches.has(cache)) return 'same'
      if (anchors) return conclude(await recogniseChain(pool, anchors, signal))
      // Nothing is held yet. What will be is recognised by the chain's first block, unless logs show a higher one.
      if (cache.getStorageStatus()) {
        const shown = await readHash(pool, 0n, signal).catch(() => {
          // Whatever it was does not keep anyone from reading logs.
          signal?.throwIfAborted()
        })
        if (shown?.hash) cache.addAnchor(id, { number: 0n, hash: shown.hash })
      }
      return conclude('same')
    },
    async compareHead(head, signal) {
      if (isReplaced()) return 'other'
      const top = cache.getFinalTop(id)
      if (top === undefined || head >= top) return 'same'
      const below = (await cache.getAnchors(id, head)) ?? []
      const identity = await recogniseChain(pool, below, signal)
      // An endpoint that is far behind shows the same blocks; with none to compare, nothing is worth the doubt.
      return conclude(identity === 'same' ? 'same' : 'other')
    },
  }
}
