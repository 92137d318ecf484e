import { byLocale } from '../strings/byLocale.ts'

const format = /* @__PURE__ */ byLocale(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 }),
)

/** Tenths of a percent of a fraction of 0 to 1, rounded down, so that 100% means complete. */
export const progressTenths = (fraction: number): number => Math.floor(Math.max(fraction, 0) * 1_000)

/** A fraction of 0 to 1 as a percentage, rounded down to a tenth. */
export function formatProgress(fraction: number, locale: string): string {
  const tenths = progressTenths(fraction)
  // English is formatted by hand, because `Intl` is slow to load.
  return locale.startsWith('en') ? `${tenths / 10}%` : format(locale).format(tenths / 1_000)
}
