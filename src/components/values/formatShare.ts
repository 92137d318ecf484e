const formats = new Map<string, Intl.NumberFormat>()

/** A share as `locale` writes a percentage: `12%`, `1.5%`, and never `0%` for something. */
export function formatShare(share: number, locale: string): string {
  const digits = share < 0.1 ? 1 : 0
  const key = `${locale} ${digits}`
  let format = formats.get(key)
  // Cached, because creating a formatter is expensive.
  if (!format)
    formats.set(
      key,
      (format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: digits })),
    )
  return share > 0 && share < 0.001 ? `< ${format.format(0.001)}` : format.format(share)
}
