import { NodeError } from '../../errors/errors.ts'
import type { NodeErrorKind } from '../../errors/errors.ts'
import type { Pool, PoolRequestOptions } from '../../rpc/Pool.ts'
import { parseQuantity } from '../../rpc/parseQuantity.ts'

/** How nodes say that they do not know a tag, or have no block under it. */
const refusals: ReadonlySet<NodeErrorKind> = new Set(['invalid-input', 'unavailable', 'fatal', 'beyond-head'])

export interface TagReading {
  /** The block's number; `undefined` where the node has none under the tag. */
  readonly number: bigint | undefined
  /** Who said so. */
  readonly endpoint: string | undefined
}

/**
 * The newest block that an endpoint counts as safe or final (`eth_getBlockByNumber`).
 *
 * @throws {@link NodeError} when no endpoint could be asked.
 */
export async function readTag(
  pool: Pool,
  tag: 'safe' | 'finalized',
  options: Pick<PoolRequestOptions, 'signal' | 'avoid'>,
): Promise<TagReading> {
  try {
    const { result, endpoint } = await pool.request<{ number?: unknown } | null>(
      { method: 'eth_getBlockByNumber', params: [tag, false] },
      { ...options, preferKnown: 'asked' },
    )
    return { number: result ? parseQuantity(result.number, 'eth_getBlockByNumber') : undefined, endpoint }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!(error instanceof NodeError) || !refusals.has(error.kind)) throw error
    return { number: undefined, endpoint: error.endpoint }
  }
}
