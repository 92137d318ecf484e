import { scanReplies } from './scanReplies.ts'
import type { LogsReply } from './scanReplies.ts'

/**
 * Reads the bytes of one JSON-RPC reply to `eth_getLogs` straight into packed logs, at once. For answers of megabytes
 * on a page's main thread, see `scanRepliesInSlices`.
 *
 * @throws {@link NodeError} of kind `malformed` when the answer is no JSON-RPC reply, or a batch.
 */
export function scanLogsBytes(bytes: Uint8Array): LogsReply {
  const scan = scanReplies(bytes, { sliceBytes: Infinity, batch: false })
  for (;;) {
    const { done, value } = scan.next()
    if (done) return value[0]!
  }
}
