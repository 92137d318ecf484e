import { numberToHex } from 'viem'
import type { Hash } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import type { NodeErrorKind } from '../../errors/NodeError.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { isBlockHash } from '../filter/ParsedLogQuery.ts'
import type { LogCache } from './LogCache.ts'
import type { Checkpoint } from './LogStorage.ts'

interface Known {
  /** Caches whose chain was identified in this session. */
  readonly caches: WeakSet<LogCache>
  /** How often the chain has changed. */
  changes: number
}

const knownChains = /* @__PURE__ */ perPool((): Known => ({ caches: new WeakSet(), changes: 0 }))

/** Checks that the logs of a cache are of the pool's chain, before they are used. */
export interface ChainCheck {
  /** Whether the chain was identified in this session already. */
  readonly isDone: boolean
  /**
   * Identifies the chain, usually with one call, or none if it was identified in this session. Clears a cache of
   * another chain.
   *
   * @throws {@link NodeError} if no node could be reached.
   */
  identify(signal: AbortSignal | undefined): Promise<ChainIdentity>
  /** Compares the head: a chain that is shorter than the cached final blocks was restarted. */
  compareHead(head: bigint, signal: AbortSignal | undefined): Promise<ChainIdentity>
}

export async function startChainCheck(pool: Pool, cache: LogCache): Promise<ChainCheck> {
  const { id } = pool.network
  const known = knownChains(pool)
  const { caches } = known
  const since = known.changes
  // Another check may have found a new chain since: logs read before that are of the old one.
  const isReplaced = () => known.changes !== since
  const checkpoints = caches.has(cache) ? undefined : await cache.getCheckpoints(id)

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
    isDone: caches.has(cache),
    async identify(signal) {
      if (isReplaced()) return 'other'
      if (caches.has(cache)) return 'same'
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
      if (isReplaced()) return 'other'
      const top = cache.getFinalTop(id)
      if (top === undefined || head >= top) return 'same'
      const below = (await cache.getCheckpoints(id, head)) ?? []
      const identity = await identifyChain(pool, below, signal)
      // An endpoint that is far behind has the same blocks. Without a checkpoint to compare, the cache is cleared.
      return conclude(identity === 'same' ? 'same' : 'other')
    },
  }
}

/**
 * Whether the cached logs are of the pool's chain: development chains restart with the same chain id. `unknown` if no
 * node can tell.
 */
export type ChainIdentity = 'same' | 'other' | 'unknown'

/** Refusals that are final: the node lacks the method, or the block. */
const refusals: ReadonlySet<NodeErrorKind> = new Set([
  'invalid-input',
  'unavailable',
  'fatal',
  'pruned',
  'malformed',
  'beyond-head',
])

/**
 * Compares checkpoints with the blocks of the chain (`eth_getBlockByNumber`), the highest first: usually one call is
 * enough.
 *
 * @throws {@link NodeError} if no node could be reached.
 */
export async function identifyChain(
  pool: Pool,
  checkpoints: readonly Checkpoint[],
  signal: AbortSignal | undefined,
): Promise<ChainIdentity> {
  if (checkpoints.length === 0) return 'other'
  let isShorter = false
  for (const { number, hash } of checkpoints.toReversed()) {
    const shown = await readHash(pool, number, signal)
    // A shorter chain may share its first blocks with the cached one, so it is unknown whether it is the same.
    if (shown.hash !== undefined) return shown.hash !== hash ? 'other' : isShorter ? 'unknown' : 'same'
    isShorter ||= shown.isBeyond
  }
  return 'unknown'
}

export interface ShownBlock {
  /** `undefined` if the node does not return the block. */
  readonly hash: Hash | undefined
  /** Whether the block seems to be above the node's head. */
  readonly isBeyond: boolean
}

/** Reads the hash of a block (`eth_getBlockByNumber`). */
export async function readHash(
  pool: Pool,
  number: bigint,
  signal: AbortSignal | undefined,
): Promise<ShownBlock> {
  try {
    const { result, endpoint } = await pool.request<{ hash?: unknown } | null>(
      { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] },
      { signal, preferVerified: 'pending', reason: 'chain-check' },
    )
    const head = pool.getStatus().find(({ name }) => name === endpoint)?.head
    const hash = isBlockHash(result?.hash) ? (result.hash.toLowerCase() as Hash) : undefined
    return { hash, isBeyond: result === null && (head === undefined || head < number) }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof NodeError) || !refusals.has(error.kind)) throw error
    return { hash: undefined, isBeyond: error.kind === 'beyond-head' }
  }
}
