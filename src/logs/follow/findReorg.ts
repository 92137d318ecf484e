import { NodeError } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Reorg } from './FollowState.ts'
import type { Head } from '../chain/readHeader.ts'
import { readHeader } from '../chain/readHeader.ts'
import type { RecentLogs, WindowLogs } from './RecentLogs.ts'

/** A range that was read, on the chain of a head. */
export interface RangeRead {
  readonly range: BlockInterval
  readonly read: WindowLogs
  readonly head: Head
  /** The pool, with no endpoint but the one that showed the head. */
  readonly pinned: Pool
  readonly signal: AbortSignal
}

/**
 * Where the chain that was read leaves the one that is known. Logs that are not there any more are gone only if their
 * blocks are: the lowest of those tells.
 *
 * @throws when that block still stands.
 */
export async function findReorg(
  tail: Pick<RecentLogs, 'compare' | 'finalized'>,
  { range, read, head, pinned, signal }: RangeRead,
): Promise<Reorg | undefined> {
  const { added, removed } = tail.compare(range, read.logs)
  const [gone] = removed
  if (!gone) return undefined
  const [first = gone] = added
  const from = gone.blockNumber < first.blockNumber ? gone.blockNumber : first.blockNumber
  const reorg = { from, isDeep: from <= tail.finalized }
  if (gone.blockNumber > head.number) return reorg
  const header = await readHeader(pinned, gone.blockNumber, signal)
  if (!header || header.hash === gone.blockHash)
    throw new NodeError(`${head.endpoint} left out logs of block ${gone.blockNumber}, which it still has.`, {
      kind: 'malformed',
      method: 'eth_getLogs',
      endpoint: head.endpoint,
      advice: 'Another endpoint is asked.',
    })
  return reorg
}
