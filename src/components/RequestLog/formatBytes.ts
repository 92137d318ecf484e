const units = ['kilobyte', 'megabyte', 'gigabyte'] as const
const formats = new Map<string, Intl.NumberFormat>()

/** A size in the largest unit that fits, at least kilobytes: "0.1 kB", "48 kB", "1.2 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < 1e6 ? 0 : bytes < 1e9 ? 1 : 2
  const value = bytes / 1_000 ** (power + 1)
  const maximumFractionDigits = value < 10 ? 1 : 0
  const key = `${locale} ${power} ${maximumFractionDigits}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'unit',
      unit: units[power]!,
      unitDisplay: 'short',
      maximumFractionDigits,
    })
    formats.set(key, format)
  }
  return format.format(value)
}
