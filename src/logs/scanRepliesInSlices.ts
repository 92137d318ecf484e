import { scanReplies } from './scanReplies.ts'
import type { LogsReply } from './scanReplies.ts'

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
  for (;;) {
    signal?.throwIfAborted()
    const { done, value } = scan.next()
    if (done) return value
    if (performance.now() < until) continue
    await turn()
    until = performance.now() + sliceTime
  }
}

/** Lets everything that waits go first. Timers would wait 4 ms each; a message does not. */
async function turn(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  if (scheduler?.yield) return scheduler.yield()
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(undefined)
  })
}
