import { scanReplies } from './scanReplies.ts'
import type { LogsReply } from './scanReplies.ts'
import { takeTurn } from '../rpc/takeTurn.ts'

export interface ScanRepliesInSlicesOptions {
  /** Ends the work at the next slice. */
  signal?: AbortSignal | undefined
  /** Milliseconds of work before the page gets its turn. @default 8 */
  sliceTime?: number | undefined
}

/**
 * Does what `scanReplies` does, and gives the page its turn every few milliseconds, however large the answer is.
 *
 * @throws {@link NodeError} of kind `malformed` when the answer is no JSON-RPC reply; the signal's reason when it fired.
 */
export async function scanRepliesInSlices(
  bytes: Uint8Array,
  { signal, sliceTime = 8 }: ScanRepliesInSlicesOptions = {},
): Promise<readonly LogsReply[]> {
  const scan = scanReplies(bytes)
  let until = performance.now() + sliceTime
  let isLong = false
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = scan.next()
    // To verify and to keep so many logs takes a while as well.
    if (done && isLong) await takeTurn()
    if (done) return value
    if (performance.now() < until) continue
    isLong = true
    await takeTurn()
    until = performance.now() + sliceTime
  }
}
