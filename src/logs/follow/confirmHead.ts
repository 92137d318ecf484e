import { blockSpan } from '../../rpc/blockSpan.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { Head } from '../chain/readHeader.ts'
import { readHeader } from '../chain/readHeader.ts'
import { transientError } from './transientError.ts'

/**
 * A view of a pool that reads logs near the head together with the head, in one message, and fails if it has changed. Otherwise an
 * endpoint that falls behind while a range is read in chunks, and catches up before the last one, would leave a gap.
 */
export function confirmHead(pool: Pool, head: Head): Pool {
  return {
    ...pool,
    async request<result>(...[call, options = {}]: Parameters<Pool['request']>) {
      // An endpoint that is a little behind still has blocks far below the head.
      const span = call.method === 'eth_getLogs' ? blockSpan(call.params) : undefined
      const near = head.number - 2n * BigInt(pool.network.finality)
      if (!span || span[1] < near) return pool.request<result>(call, options)
      const [reply, shown] = await Promise.all([
        pool.request<result>(call, { ...options, smallReply: true }),
        readHeader(pool, head.number, options.signal),
      ])
      if (shown?.hash !== head.hash) throw transientError(head, 'does not have its head any more')
      return reply
    },
  }
}
