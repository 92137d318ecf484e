const formats = new Map<string, Intl.NumberFormat>()

/** A fraction of 0 to 1 as a percentage, rounded down to a tenth, so that 100% means complete. */
export function formatProgress(fraction: number, locale: string): string {
  const tenths = Math.floor(Math.max(fraction, 0) * 1_000)
  // English is formatted by hand, because `Intl` is slow to load.
  if (locale.startsWith('en')) return `${tenths / 10}%`
  let format = formats.get(locale)
  if (!format)
    formats.set(
      locale,
      (format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })),
    )
  return format.format(tenths / 1_000)
}
