/** Pauses are at most a day long: quotas reset within that time. */
const maxPause = 86_400_000

/** The time that a `Retry-After` header (seconds or an HTTP date) names, in milliseconds since the epoch. */
export function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return now + Math.min(Number(text) * 1000, maxPause)
  // Only real dates: `Date.parse` would read "-5" or "soon 1" as some year.
  if (!/^[A-Za-z]{3,9},? .*\d:\d\d/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(now, Math.min(at, now + maxPause))
}
