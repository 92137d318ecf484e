import { onAbort } from '../../rpc/onAbort.ts'
import { perPool } from '../../rpc/perPool.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { readBlockNumber, requestHeader, type ReportedHead } from './readHeader.ts'

/** Blocks by which endpoints that keep up may differ. */
export const maxLag = 16n
/** Milliseconds to wait for another endpoint. */
const timeout = 1_000
/** Milliseconds for which endpoints count as keeping up once their heads were compared. */
const comparedFor = 60_000

/** When the heads of two endpoints were last compared, and neither was behind. */
const lastCompared = /* @__PURE__ */ perPool(() => ({ at: Number.NEGATIVE_INFINITY }))

/**
 * Asks another endpoint for its head (`eth_blockNumber`), at most once a minute unless `isNeeded`: a node that has stopped following
 * the chain goes on answering. Returns the other head if it is far above the given one and that endpoint has the block;
 * otherwise the given one.
 */
export async function furthestHead(
  pool: Pool,
  { head, endpoint }: ReportedHead,
  { signal, isNeeded }: { readonly signal: AbortSignal | undefined; readonly isNeeded: boolean },
): Promise<bigint> {
  const compared = lastCompared(pool)
  const now = pool.clock.now()
  if (!isNeeded && now - compared.at < comparedFor) return head
  const isUsable = ({ name, state }: { name: string; state: string }) =>
    name !== endpoint && (state === 'ok' || state === 'idle')
  if (!pool.getStatus().some(isUsable)) return head
  const controller = new AbortController()
  const stop = signal && onAbort(signal, () => controller.abort())
  const timer = pool.clock.setTimeout(() => controller.abort(), timeout)
  try {
    const options = { signal: controller.signal, reason: 'head' } as const
    const other = await readBlockNumber(pool, { ...options, exclude: [endpoint], unbatched: true })
    if (other.head <= head + maxLag) {
      if (head <= other.head + maxLag) compared.at = now
      return head
    }
    const { header } = await requestHeader(pool, other.head, { ...options, endpoint: other.endpoint })
    return typeof header === 'object' ? other.head : head
  } catch {
    // The other endpoints do not answer.
    return head
  } finally {
    pool.clock.clearTimeout(timer)
    stop?.()
  }
}
