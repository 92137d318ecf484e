import { NodeError } from '../../errors/NodeError.ts'
import type { Clock } from '../../rpc/Clock.ts'
import { onAbort } from '../../rpc/onAbort.ts'
import type { Head } from '../chain/readHeader.ts'
import type { HeadReader, SyncRequest } from './HeadReader.ts'

/** Milliseconds that a look takes at most, as a rule. */
const usual = 10_000
/** Milliseconds without progress after which it is given up. */
const patience = 60_000

/**
 * Looks at a head, and gives up when that comes no further.
 *
 * @throws what went wrong, or the signal's reason.
 */
export async function syncWithTimeout(
  reader: Pick<HeadReader, 'look'>,
  { clock, head, signal: outer, onLong, onProgress }: SyncRequest & { readonly clock: Clock },
): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  const stopListening = onAbort(outer, () => {
    controller.abort(outer.reason)
  })
  let end: unknown
  const wait = () => {
    clock.clearTimeout(end)
    end = clock.setTimeout(() => {
      controller.abort(tooSlow(head))
    }, patience)
  }
  const late = clock.setTimeout(onLong, usual)
  wait()
  try {
    await reader.look({
      head,
      signal,
      onLong,
      onProgress() {
        wait()
        onProgress()
      },
    })
  } catch (error) {
    throw (signal.aborted ? signal.reason : error) as Error
  } finally {
    clock.clearTimeout(late)
    clock.clearTimeout(end)
    stopListening()
    // When one of several requests fails, nobody waits for the others.
    controller.abort()
  }
}

function tooSlow({ endpoint }: Head): NodeError {
  return new NodeError(`${endpoint} did not answer within ${patience / 1_000} s.`, {
    kind: 'timeout',
    method: 'eth_getLogs',
    endpoint,
  })
}
