import { NodeError } from '../../../errors/NodeError.ts'
import type { ParsedReply, Pool, PoolRequestOptions } from '../../../rpc/Pool.ts'
import type { LogSegment } from '../../columns/LogSegment.ts'
import type { MalformedLogs } from '../../columns/MalformedLogs.ts'
import { scanRepliesInSlices } from '../../columns/scanReplies.ts'
import type { RpcFilter } from '../../filter/toRpcFilter.ts'

export interface LogsAnswer {
  /** Every well-formed log of the answer, in order, whether asked for or not. */
  readonly segment: LogSegment
  /** Items of the answer that could not be read. */
  readonly malformed: MalformedLogs
  readonly endpoint: string
  /** What endpoints said that refused the same before. */
  readonly refusals?: readonly NodeError[] | undefined
}

/**
 * Asks for logs (`eth_getLogs`) and reads the bytes of the answer straight into columns, in slices that leave a page
 * its turn.
 */
export async function requestLogs(
  pool: Pool,
  filter: RpcFilter,
  options: Omit<PoolRequestOptions, 'parseBody' | 'parseBatch'>,
): Promise<LogsAnswer> {
  const { signal } = options
  const parseBody = async (bytes: Uint8Array) => {
    const [reply] = await scanRepliesInSlices(bytes, { signal })
    // What is no list of logs is read again by the pool, which knows errors.
    if (!reply || !('logs' in reply)) throw notLogs()
    return toAnswer(reply)
  }
  const { result, ...by } = await pool.request<ReturnType<typeof toAnswer>>(
    { method: 'eth_getLogs', params: [filter] },
    { ...options, parseBody, parseBatch },
  )
  const { segment, malformed } = result
  return { segment, malformed, ...by }
}

/** For all calls at once. */
async function parseBatch(bytes: Uint8Array, signal: AbortSignal): Promise<readonly ParsedReply[]> {
  const replies = await scanRepliesInSlices(bytes, { signal })
  return replies.map((reply) => {
    if ('logs' in reply) return { id: reply.id, result: toAnswer(reply) }
    return 'error' in reply ? reply : { id: reply.id }
  })
}

/** The pool learns from its length. */
function toAnswer({ logs: segment, malformed }: { logs: LogSegment; malformed: MalformedLogs }) {
  return { segment, malformed, length: segment.length + malformed.count }
}

function notLogs(): NodeError {
  return new NodeError('The answer to eth_getLogs is not a list of logs.', {
    kind: 'malformed',
    method: 'eth_getLogs',
    advice: 'Use another endpoint.',
  })
}
