/** Seconds since the epoch of a date and time as fields write it, `2026-11-20T14:03`; `undefined` when it is none. */
export function readTime(text: string, zone: 'utc' | 'local'): bigint | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return undefined
  const time = Date.parse(zone === 'utc' ? `${text}Z` : text)
  return Number.isNaN(time) || time < 0 ? undefined : BigInt(Math.floor(time / 1000))
}
