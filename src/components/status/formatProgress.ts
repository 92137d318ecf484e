const formats = new Map<string, Intl.NumberFormat>()

/** How much is done, of 0 to 1, as `locale` writes a percentage. Rounded down to a tenth: what says 100% is complete. */
export function formatProgress(fraction: number, locale: string): string {
  const tenths = Math.floor(Math.max(fraction, 0) * 1_000)
  // English needs no knowledge of a locale, which takes long to load.
  if (locale.startsWith('en')) return `${tenths / 10}%`
  let format = formats.get(locale)
  if (!format)
    formats.set(
      locale,
      (format = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })),
    )
  return format.format(tenths / 1_000)
}
