import { byLocale } from '../strings/byLocale.ts'

const format = /* @__PURE__ */ byLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)

/** A fraction of 0 to 1 as a percentage, rounded down to a tenth, so that 100% means complete. */
export function formatProgress(fraction: number, locale: string): string {
  const tenths = Math.floor(fraction * 1_000)
  // English is formatted by hand, because `Intl` is slow to load.
  return locale.startsWith('en') ? `${tenths / 10}%` : format(locale).format(tenths / 1_000)
}
