const formats = new Map<string, Intl.NumberFormat>()

/** A whole number with its digits grouped as `locale` does. */
export function formatNumber(value: bigint | number, locale: string): string {
  let format = formats.get(locale)
  if (!format) formats.set(locale, (format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })))
  return format.format(value)
}
