import type { Pool } from '../../../rpc/Pool.ts'

/**
 * Milliseconds until the head is asked for again after `failures` failures in a row: until an endpoint can be asked, where
 * the pool knows of all when that is, for nothing is sent before. Else longer and longer.
 */
export function nextPollDelay(
  pool: Pool,
  { failures, interval, now }: { failures: number; interval: number; now: number },
): number {
  const ends = pool.getStatus().flatMap(({ type, resumesAt }) => (type === 'http' ? [resumesAt] : []))
  const known = ends.filter((end) => end !== undefined)
  const doAllRest = known.length > 0 && known.length === ends.length
  const pause = doAllRest ? Math.min(...known) - now : backoffDelay(failures)
  return Math.min(60_000, Math.max(pause, Math.min(1_000, interval)))
}

/** Milliseconds to wait after so many failures in a row, where nobody knows when to ask again: longer and longer. */
export function backoffDelay(failures: number): number {
  return Math.min(60_000, 500 * 2 ** failures)
}
