import { numberToHex } from 'viem'
import type { Hash } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import type { NodeErrorKind } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { Checkpoint } from './LogStorage.ts'
import type { LogCache } from './LogCache.ts'
import { perPool } from '../../rpc/perPool.ts'

interface Known {
  /** Caches whose chain was recognised in this session. */
  readonly caches: WeakSet<LogCache>
  /** How many times the chain was found to be another one. */
  changes: number
}

const knownChains = /* @__PURE__ */ perPool((): Known => ({ caches: new WeakSet(), changes: 0 }))

/** What there is to find out about the chain before what a cache holds of it can be relied on. */
export interface ChainCheck {
  /** Whether the chain was recognised in this session already. */
  readonly isDone: boolean
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

export async function startChainCheck(pool: Pool, cache: LogCache): Promise<ChainCheck> {
  const { id } = pool.network
  const known = knownChains(pool)
  const { caches } = known
  const since = known.changes
  // Somebody else may find that out, and know the new chain already: what was read before it is of the old one.
  const isReplaced = () => known.changes !== since
  const anchors = caches.has(cache) ? undefined : await cache.getCheckpoints(id)

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
      if (anchors) return conclude(await identifyChain(pool, anchors, signal))
      // Nothing is held yet. What will be is recognised by the chain's first block, unless logs show a higher one.
      if (cache.getStorageStatus()) {
        const shown = await readHash(pool, 0n, signal).catch(() => {
          // Whatever it was does not keep anyone from reading logs.
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
      // An endpoint that is far behind shows the same blocks; with none to compare, nothing is worth the doubt.
      return conclude(identity === 'same' ? 'same' : 'other')
    },
  }
}

/**
 * Whether a network's chain is the one that some blocks were read from: development chains begin anew under their old id.
 * `unknown` when no node can tell.
 */
export type ChainIdentity = 'same' | 'other' | 'unknown'

/** The node will give the same answer tomorrow: it does not have such calls, or not the block. */
const refusals: ReadonlySet<NodeErrorKind> = new Set([
  'invalid-input',
  'unavailable',
  'fatal',
  'pruned',
  'malformed',
  'beyond-head',
])

/**
 * Compares blocks with those of the chain (`eth_getBlockByNumber`), the highest first: mostly one call tells.
 *
 * @throws {@link NodeError} when no node could be reached.
 */
export async function identifyChain(
  pool: Pool,
  anchors: readonly Checkpoint[],
  signal: AbortSignal | undefined,
): Promise<ChainIdentity> {
  if (anchors.length === 0) return 'other'
  let isShorter = false
  for (const { number, hash } of anchors.toReversed()) {
    const shown = await readHash(pool, number, signal)
    // It may begin alike: whether it is the same where it is not yet, nobody can say.
    if (shown.hash !== undefined) return shown.hash !== hash ? 'other' : isShorter ? 'unknown' : 'same'
    isShorter ||= shown.isBeyond
  }
  return 'unknown'
}

export interface ShownBlock {
  /** `undefined` when the node does not show the block. */
  readonly hash: Hash | undefined
  /** Whether the block is one that the node does not have yet, as far as is known. */
  readonly isBeyond: boolean
}

/** Asks for the hash of a block (`eth_getBlockByNumber`). */
export async function readHash(
  pool: Pool,
  number: bigint,
  signal: AbortSignal | undefined,
): Promise<ShownBlock> {
  try {
    const { result, endpoint } = await pool.request<{ hash?: unknown } | null>(
      { method: 'eth_getBlockByNumber', params: [numberToHex(number), false] },
      { signal, preferVerified: 'pending' },
    )
    const head = pool.getStatus().find(({ name }) => name === endpoint)?.head
    const hash = isHash(result?.hash) ? (result.hash.toLowerCase() as Hash) : undefined
    return { hash, isBeyond: result === null && (head === undefined || head < number) }
  } catch (error) {
    signal?.throwIfAborted()
    if (!(error instanceof NodeError) || !refusals.has(error.kind)) throw error
    return { hash: undefined, isBeyond: error.kind === 'beyond-head' }
  }
}

function isHash(value: unknown): value is Hash {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}
