import { NodeError } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { readHeader, type Head } from '../chain/readHeader.ts'
import type { Reorg } from './FollowState.ts'
import type { RecentLogs, WindowLogs } from './RecentLogs.ts'

export interface FindReorgOptions {
  readonly head: Head
  /** The pool, restricted to the endpoint that showed the head. */
  readonly pinned: Pool
  readonly signal: AbortSignal
}

/**
 * Finds where newly read logs show that blocks were replaced. A known log that is missing was removed only if its block was
 * replaced, so the block of the lowest missing log is checked.
 *
 * @throws when that block is still canonical: the endpoint left the log out.
 */
export async function findReorg(
  recent: Pick<RecentLogs, 'compare' | 'finalized'>,
  read: WindowLogs,
  { head, pinned, signal }: FindReorgOptions,
): Promise<Reorg | undefined> {
  const { added, removed } = recent.compare(read)
  const [missing] = removed
  if (!missing) return undefined
  const [first = missing] = added
  const from = missing.blockNumber < first.blockNumber ? missing.blockNumber : first.blockNumber
  const reorg = { from, isDeep: from <= recent.finalized }
  if (missing.blockNumber > head.number) return reorg
  const header = await readHeader(pinned, missing.blockNumber, signal)
  if (!header || header.hash === missing.blockHash)
    throw new NodeError(
      `${head.endpoint} left out logs of block ${missing.blockNumber}, which it still has.`,
      {
        kind: 'malformed',
        method: 'eth_getLogs',
        endpoint: head.endpoint,
        advice: 'Another endpoint is used.',
      },
    )
  return reorg
}
