import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { Finality } from '../chain/Finality.ts'
import { resolveRange } from '../chain/resolveRange.ts'
import { checkNetwork, identifyChain, readHash, type ChainIdentity } from './identifyChain.ts'
import type { LogCache } from './LogCache.ts'

/** A chain that a network has had in this session. */
export interface KnownChain {
  /** Whether the network was found to have another chain since, under the same chain id. */
  isReplaced: boolean
  /** Caches that were found to be of this chain. Another set once one was found not to be. */
  caches: WeakSet<LogCache>
}

const newChain = (): KnownChain => ({ isReplaced: false, caches: new WeakSet() })
const knownChains = /* @__PURE__ */ perPool(() => ({ chain: newChain() }))

/** The chain that a network has, as far as is known. */
export function chainOf(pool: Pool): KnownChain {
  return knownChains(pool).chain
}

/** Notes that a chain was replaced, unless that is known already. Returns the chain that the network has now. */
export function replaceChain(pool: Pool, chain = chainOf(pool)): KnownChain {
  const known = knownChains(pool)
  if (!chain.isReplaced) known.chain = newChain()
  chain.isReplaced = true
  return known.chain
}

/** Checks that the logs of a cache are of the pool's chain, before they are used. */
export interface ChainCheck {
  /** Whether the chain was identified in this session already. */
  readonly isDone: boolean
  /**
   * Identifies the chain, usually with one call. Clears a cache of another chain. Once the chain was identified in this session,
   * an empty cache takes no call, unless `isRefresh`: then the chain id is checked.
   *
   * @throws {@link NodeError} if no node could be reached, or all that can be serve another network.
   */
  identify(signal: AbortSignal | undefined, isRefresh?: boolean): Promise<ChainIdentity>
  /** Compares the head: a chain that is shorter than the cached final blocks was restarted. */
  compareHead(head: bigint, signal: AbortSignal | undefined): Promise<ChainIdentity>
}

export async function startChainCheck(pool: Pool, cache: LogCache): Promise<ChainCheck> {
  const { id } = pool.network
  // Another check may find a new chain meanwhile: logs read before that are of the old one.
  const chain = chainOf(pool)
  const { caches } = chain
  // Read now: another scan may read the tag of a new chain meanwhile.
  const finalTag = Finality.of(pool).tag
  const checkpoints = caches.has(cache) ? undefined : await cache.getCheckpoints(id)

  /** Compares one block of a chain that was identified before: a node may have been replaced since. */
  async function identifyAgain(signal: AbortSignal | undefined, isRefresh: boolean): Promise<ChainIdentity> {
    const cached = await cache.getCheckpoints(id)
    const checkpoint = cached && (cached.at(-1) ?? finalTag)
    if (!checkpoint) return isRefresh ? checkNetwork(pool, signal) : 'same'
    const identity = await identifyChain(pool, [checkpoint], signal)
    if (identity !== 'unknown') return identity
    // Without that block, the chain is shorter, or the endpoint is behind.
    const { head } = await resolveRange(pool, { fromBlock: 'latest', toBlock: 'latest' }, signal)
    return compareHead(head, signal)
  }

  async function compareHead(head: bigint, signal: AbortSignal | undefined): Promise<ChainIdentity> {
    const top = cache.getFinalTop(id)
    if (top === undefined || head >= top) return 'same'
    const below = (await cache.getCheckpoints(id, head)) ?? []
    // An endpoint that is far behind has the same blocks. Without a checkpoint to compare, the cache is cleared: chains that
    // restart may have the same block 0.
    const higher = below.filter(({ number }) => number > 0n)
    const identity = await identifyChain(pool, higher, signal)
    return identity === 'unknown' ? 'other' : identity
  }

  async function conclude(identity: ChainIdentity): Promise<ChainIdentity> {
    if (chain.isReplaced || chain.caches !== caches) return 'other'
    if (identity === 'same') caches.add(cache)
    if (identity === 'other') {
      Finality.of(pool).forget()
      // Otherwise only what was stored before is of another chain.
      if (caches.has(cache)) replaceChain(pool, chain)
      else chain.caches = new WeakSet()
      await cache.clear(id)
    }
    return identity
  }

  return {
    isDone: caches.has(cache),
    async identify(signal, isRefresh = false) {
      if (caches.has(cache)) return conclude(await identifyAgain(signal, isRefresh))
      if (checkpoints) return conclude(await identifyChain(pool, checkpoints, signal))
      // The cache is empty: block 0 will identify its chain, unless logs provide a higher block.
      if (cache.getStorageStatus()) {
        const shown = await readHash(pool, 0n, signal).catch(() => {
          // A missing checkpoint is no reason not to read logs.
          signal?.throwIfAborted()
        })
        if (shown?.hash) cache.addCheckpoint(id, { number: 0n, hash: shown.hash })
      }
      return conclude('same')
    },
    async compareHead(head, signal) {
      return conclude(await compareHead(head, signal))
    },
  }
}
