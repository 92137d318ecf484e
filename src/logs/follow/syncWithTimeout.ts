import { NodeError } from '../../errors/NodeError.ts'
import type { Clock } from '../../rpc/Clock.ts'
import { onAbort } from '../../rpc/onAbort.ts'
import type { Head } from '../chain/readHeader.ts'
import type { HeadReader, SyncRequest } from './HeadReader.ts'

/** Milliseconds after which a sync counts as long. */
const longAfter = 10_000
/** Milliseconds without progress after which a sync is aborted. */
const timeout = 60_000
/** Made once: without a reason, each `abort()` makes an error with a stack. */
const syncEnded = /* @__PURE__ */ new DOMException('The sync has ended.', 'AbortError')

/**
 * Syncs to a head, and aborts when there is no progress.
 *
 * @throws the sync's error, or the signal's reason.
 */
export async function syncWithTimeout(
  reader: Pick<HeadReader, 'sync'>,
  { clock, head, signal: outer, onLong, onProgress }: SyncRequest & { readonly clock: Clock },
): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const stopListening = onAbort(outer, () => {
    controller.abort(outer.reason)
  })
  let end: unknown
  const restart = () => {
    clock.clearTimeout(end)
    end = clock.setTimeout(() => {
      controller.abort(tooSlow(head))
    }, timeout)
  }
  const late = clock.setTimeout(onLong, longAfter)
  restart()
  try {
    await reader.sync({
      head,
      signal,
      onLong,
      onProgress() {
        restart()
        onProgress()
      },
    })
  } catch (error) {
    throw (signal.aborted ? signal.reason : error) as Error
  } finally {
    clock.clearTimeout(late)
    clock.clearTimeout(end)
    stopListening()
    // If one of several requests has failed, the others are not needed.
    controller.abort(syncEnded)
  }
}

function tooSlow({ endpoint }: Head): NodeError {
  return new NodeError(`${endpoint} did not answer within ${timeout / 1_000} s.`, {
    kind: 'timeout',
    method: 'eth_getLogs',
    endpoint,
  })
}
