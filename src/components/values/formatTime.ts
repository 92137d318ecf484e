// The last second a JavaScript date can hold.
const last = 8_640_000_000_000n

/** Seconds since the epoch as `2026-11-20 14:03:22` in UTC, the same on every machine; `undefined` when no date can hold it. */
export function formatTime(seconds: bigint): string | undefined {
  if (seconds < 0n || seconds > last) return undefined
  return new Date(Number(seconds) * 1000).toISOString().slice(0, -5).replace('T', ' ')
}
