const formats = new Map<string, Intl.NumberFormat>()

// Grouped by hand, because creating the first `Intl.NumberFormat` takes longer than rendering a screen of rows.
const commas = new Set(['en', 'en-US', 'en-GB'])

/** A whole number with its digits grouped as `locale` does. */
export function formatNumber(value: bigint | number, locale: string): string {
  if (commas.has(locale) && (typeof value === 'bigint' || Number.isSafeInteger(value)))
    return String(value).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  let format = formats.get(locale)
  if (!format) formats.set(locale, (format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })))
  return format.format(value)
}
