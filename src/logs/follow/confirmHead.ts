import { blockSpan } from '../../rpc/blockSpan.ts'
import type { Pool } from '../../rpc/Pool.ts'
import type { Head } from '../chain/readHeader.ts'
import { readHeader } from '../chain/readHeader.ts'
import { transientError } from './transientError.ts'

/**
 * The same pool, but logs come in one message with the head they must belong to. An endpoint that falls behind while a
 * range is read in parts, and catches up before the last one, would leave a hole in the middle.
 */
export function confirmHead(pool: Pool, head: Head): Pool {
  return {
    ...pool,
    async request<result>(...[call, options = {}]: Parameters<Pool['request']>) {
      // What lies far below the head, an endpoint that is a little behind has as well.
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
