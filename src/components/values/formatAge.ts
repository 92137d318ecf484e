const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const formats = new Map<string, Intl.RelativeTimeFormat>()

/** How long ago it was, in the largest unit that fits: "3m ago". Both in seconds since the epoch. */
export function formatAge(seconds: number, now: number, locale: string): string {
  let format = formats.get(locale)
  if (!format) {
    // Narrow German reads as metres: "vor 2 m".
    const style = locale.startsWith('en') ? 'narrow' : 'short'
    format = new Intl.RelativeTimeFormat(locale, { style, numeric: 'always' })
    formats.set(locale, format)
  }
  const by = Math.round(seconds - now)
  for (const [unit, size] of units)
    if (Math.abs(by) >= size) return format.format(Math.trunc(by / size), unit)
  return format.format(by, 'second')
}
