const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const formats = new Map<string, Intl.NumberFormat>()

/** A size in the largest unit that fits: "1.2 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < 1_000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const unit = units[power]!
  const key = `${locale} ${unit}`
  let format = formats.get(key)
  if (!format) {
    const maximumFractionDigits = power < 2 ? 0 : 1
    format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits,
    })
    formats.set(key, format)
  }
  return format.format(bytes / 1_000 ** power)
}
