import { requestEndpoints } from '../../rpc/endpoint/requestEndpoints.ts'
import { abortAfter } from '../../rpc/onAbort.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { EndpointStatus, Pool } from '../../rpc/Pool.ts'
import { readBlockNumber, showsHead, type ReportedHead } from './readHeader.ts'

/** Blocks by which endpoints that keep up may differ. */
export const maxLag = 16n
/** Milliseconds to wait for another endpoint. */
const timeout = 1_000
/** Milliseconds for which endpoints count as keeping up once their heads were compared. */
const comparedFor = 60_000

/** When the heads of two endpoints were last compared without finding one that was behind, or could not be. */
const lastCompared = /* @__PURE__ */ perPool(() => ({ at: Number.NEGATIVE_INFINITY }))

/** Whether a read up to the newest block compares the heads of two endpoints. */
export function isComparisonDue(pool: Pool): boolean {
  return !wasCompared(pool) && usableEndpoints(pool).length > 1
}

/**
 * Asks another endpoint for its head (`eth_blockNumber`), at most once a minute unless `isNeeded`: a node that has stopped following
 * the chain goes on answering. Returns the other head if it is far above the given one and that endpoint has the block;
 * otherwise the given one.
 *
 * @throws the signal's reason when it fires.
 */
export async function furthestHead(
  pool: Pool,
  { head, endpoint }: ReportedHead,
  { signal, isNeeded }: { readonly signal: AbortSignal | undefined; readonly isNeeded: boolean },
): Promise<bigint> {
  if (!isNeeded && wasCompared(pool)) return head
  if (usableEndpoints(pool).every(({ name }) => name === endpoint)) return head
  const { signal: own, stop } = abortAfter(signal, timeout, pool.clock)
  try {
    const options = { signal: own, exclude: [endpoint], unbatched: true, reason: 'head' } as const
    const other = await readBlockNumber(pool, options)
    if (other.head > head + maxLag) {
      const isShown = await showsHead(pool, other, own)
      signal?.throwIfAborted()
      return isShown ? other.head : head
    }
    if (head <= other.head + maxLag) lastCompared(pool).at = pool.clock.now()
    return head
  } catch {
    signal?.throwIfAborted()
    // The others do not answer, or too slowly to be waited for each time.
    lastCompared(pool).at = pool.clock.now()
    return head
  } finally {
    stop()
  }
}

function wasCompared(pool: Pool): boolean {
  return pool.clock.now() - lastCompared(pool).at < comparedFor
}

function usableEndpoints(pool: Pool): readonly EndpointStatus[] {
  return requestEndpoints(pool.getStatus()).filter(({ state }) => state === 'ok' || state === 'idle')
}
