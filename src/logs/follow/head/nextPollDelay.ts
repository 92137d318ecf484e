import type { Pool } from '../../../rpc/Pool.ts'

/**
 * Milliseconds until the next poll after `failures` failures in a row: exponential, or until the first endpoint resumes if
 * all are paused.
 */
export function nextPollDelay(
  pool: Pool,
  { failures, interval, now }: { failures: number; interval: number; now: number },
): number {
  const resumeTimes = pool.getStatus().flatMap(({ type, resumesAt }) => (type === 'http' ? [resumesAt] : []))
  const known = resumeTimes.filter((time) => time !== undefined)
  const areAllPaused = known.length > 0 && known.length === resumeTimes.length
  const delay = areAllPaused ? Math.min(...known) - now : backoffDelay(failures)
  return Math.min(60_000, Math.max(delay, Math.min(1_000, interval)))
}

/** Milliseconds to wait after this many failures in a row: 500, doubled with each failure, up to a minute. */
export function backoffDelay(failures: number): number {
  return Math.min(60_000, 500 * 2 ** failures)
}
