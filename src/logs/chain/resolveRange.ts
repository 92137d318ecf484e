import type { Hash } from 'viem'
import { NodeError, type NodeErrorKind } from '../../errors/NodeError.ts'
import { parseQuantity, readHeight } from '../../rpc/parseQuantity.ts'
import type { Pool, PoolRequestOptions } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import { isBlockHash, type RangeEnd } from '../filter/ParsedLogQuery.ts'
import { blocksBeforeLatest } from '../filter/relativeBlock.ts'
import { readBlockNumber, type ReportedHead } from './readHeader.ts'

export interface ResolvedRange {
  /** The requested blocks, with tags resolved. May reach beyond the head; `from` is above `to` if the range ends before it begins. */
  readonly requested: BlockInterval
  /** The newest block a node has reported. */
  readonly head: bigint
}

interface RangeEnds {
  readonly fromBlock: RangeEnd
  readonly toBlock: RangeEnd
}

/** Resolves the ends of a range to block numbers (`eth_blockNumber`, `eth_getBlockByNumber`). */
export async function resolveRange(
  pool: Pool,
  range: RangeEnds,
  signal?: AbortSignal,
): Promise<ResolvedRange & ReportedHead> {
  const reported = await readBlockNumber(pool, { signal, unbatched: true, preferVerified: 'pending' })
  const { head } = reported
  const resolve = (end: RangeEnd) => numberedEnd(end, head) ?? taggedBlock(pool, head, end, signal)
  const [from, to] = await Promise.all([resolve(range.fromBlock), resolve(range.toBlock)])
  return { requested: { from, to }, ...reported }
}

/** A range without `safe` and `finalized`, resolved with another head. */
export function resolveAgain(range: RangeEnds, { requested }: ResolvedRange, head: bigint): ResolvedRange {
  const from = numberedEnd(range.fromBlock, head) ?? requested.from
  const to = numberedEnd(range.toBlock, head) ?? requested.to
  return { requested: { from, to }, head }
}

/** The number of a block, given the newest one; `undefined` for tags that only a node resolves. */
export function numberedEnd(end: RangeEnd, head: bigint): bigint | undefined {
  if (typeof end === 'bigint') return end
  if (end === 'earliest') return 0n
  if (end === 'latest') return head
  const before = blocksBeforeLatest(end)
  if (before === undefined) return undefined
  return head > before ? head - before : 0n
}

/** The newest safe or final block: by the node's tag if it has one, otherwise by the network's `finality`. */
async function taggedBlock(pool: Pool, head: bigint, tag: RangeEnd, signal?: AbortSignal) {
  const { number } = await readTag(pool, tag as 'safe' | 'finalized', { signal })
  return number ?? numberedEnd(`latest-${pool.network.finality}`, head)!
}

/** The kinds of error with which nodes refuse a tag that they do not know, or have no block for. */
const refusals: ReadonlySet<NodeErrorKind> = new Set(['invalid-input', 'unavailable', 'fatal', 'beyond-head'])

export interface TagReading {
  /** The number of the block; `undefined` if the node has none for the tag. */
  readonly number: bigint | undefined
  readonly hash: Hash | undefined
  /** The endpoint that answered. */
  readonly endpoint: string | undefined
}

/**
 * The newest block that an endpoint counts as safe or final (`eth_getBlockByNumber`).
 *
 * @throws {@link NodeError} when no endpoint could be reached.
 */
export async function readTag(
  pool: Pool,
  tag: 'safe' | 'finalized',
  options: Pick<PoolRequestOptions, 'signal' | 'avoid'>,
): Promise<TagReading> {
  try {
    const { result, endpoint } = await pool.request<{ number?: unknown; hash?: unknown } | null>(
      { method: 'eth_getBlockByNumber', params: [tag, false] },
      { ...options, preferVerified: 'pending' },
    )
    const number = result ? parseQuantity(result.number, 'eth_getBlockByNumber', readHeight) : undefined
    const hash = isBlockHash(result?.hash) ? (result.hash.toLowerCase() as Hash) : undefined
    return { number, hash, endpoint }
  } catch (error) {
    options.signal?.throwIfAborted()
    if (!(error instanceof NodeError) || !refusals.has(error.kind)) throw error
    return { number: undefined, hash: undefined, endpoint: error.endpoint }
  }
}
