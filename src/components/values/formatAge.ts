import { byLocale } from '../strings/byLocale.ts'

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const
const format = /* @__PURE__ */ byLocale((locale) => {
  // Narrow German reads as meters: "vor 2 m".
  const style = locale.startsWith('en') ? 'narrow' : 'short'
  return new Intl.RelativeTimeFormat(locale, { style, numeric: 'always' })
})

/** How long ago it was, in the largest unit that fits: "3m ago". Both in seconds since the epoch. */
export function formatAge(seconds: number, now: number, locale: string): string {
  // Negative zero reads "0s ago", zero "in 0s".
  const by = Math.round(seconds - now) || -0
  for (const [unit, size] of units)
    if (Math.abs(by) >= size) return format(locale).format(Math.trunc(by / size), unit)
  return format(locale).format(by, 'second')
}
