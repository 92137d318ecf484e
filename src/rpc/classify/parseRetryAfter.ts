/** No pause longer than a day is believed: a quota resets by then. */
const longest = 86_400_000

/** When a `Retry-After` header (seconds or an HTTP date) says to come back, in milliseconds since the epoch. */
export function parseRetryAfter(header: string | null | undefined, now: number): number | undefined {
  if (header === null || header === undefined) return undefined
  const text = header.trim()
  if (/^\d{1,9}(?:\.\d+)?$/.test(text)) return now + Math.min(Number(text) * 1000, longest)
  // Only real dates: `Date.parse` would read "-5" or "soon 1" as some year.
  if (!/^[A-Za-z]{3,9},? .*\d:\d\d/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(now, Math.min(at, now + longest))
}
