import { numberToHex } from 'viem'
import type { Hash } from 'viem'
import { NodeError } from '../../errors/NodeError.ts'
import type { NodeErrorKind } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { BlockAnchor } from './LogStorage.ts'

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
export async function recogniseChain(
  pool: Pool,
  anchors: readonly BlockAnchor[],
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
      { signal, preferKnown: 'asked' },
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
