import { byLocale } from './byLocale.ts'

const format = /* @__PURE__ */ byLocale(
  (locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }),
)

// Grouped by hand, because loading `Intl` delays the first rows.
const commas = new Set(['en', 'en-US', 'en-GB'])

/** A number with its digits grouped as `locale` does, and at most one decimal. */
export function formatNumber(value: bigint | number, locale: string): string {
  if (commas.has(locale) && (typeof value === 'bigint' || Number.isSafeInteger(value)))
    return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return format(locale).format(value)
}

/** The character that `locale` writes before decimals. */
export const decimalMark = /* @__PURE__ */ byLocale((locale) =>
  new Intl.NumberFormat(locale).format(1.5).charAt(1),
)
