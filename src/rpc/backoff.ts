/**
 * Milliseconds to wait before retry `attempt`, counted from 0: exponential with full jitter, so that clients that failed
 * together do not retry together.
 */
export function backoff(
  attempt: number,
  options: { random: () => number; base?: number | undefined; cap?: number | undefined },
): number {
  const { random, base = 250, cap = 30_000 } = options
  return Math.round(random() * Math.min(cap, base * 2 ** Math.min(attempt, 20)))
}
