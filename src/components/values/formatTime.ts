// The last second a JavaScript date can hold.
const last = 8_640_000_000_000n

/** Seconds since the epoch as `2026-11-20 14:03:22` in UTC, the same on every machine; `undefined` when no date can hold it. */
export function formatTime(seconds: bigint): string | undefined {
  if (seconds < 0n || seconds > last) return undefined
  return new Date(Number(seconds) * 1000).toISOString().slice(0, -5).replace('T', ' ')
}

/** Same format as UTC, in the local time zone. */
export function formatLocal(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

const day = 86_400

/** Whether two times, in seconds since the epoch, are on one day. */
export function isSameDay(seconds: bigint, now: number, format: 'utc' | 'local' | 'age' = 'utc'): boolean {
  // Far enough apart in any time zone.
  if (Math.abs(Number(seconds) - now) > day) return false
  if (format !== 'local') return Math.floor(Number(seconds) / day) === Math.floor(now / day)
  return new Date(Number(seconds) * 1000).toDateString() === new Date(now * 1000).toDateString()
}
