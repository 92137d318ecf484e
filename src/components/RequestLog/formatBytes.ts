import { byLocale } from '../strings/byLocale.ts'

// For each unit: without and with a decimal.
const formats = (['kilobyte', 'megabyte', 'gigabyte'] as const).map((unit) =>
  [0, 1].map((maximumFractionDigits) =>
    byLocale(
      (locale) =>
        new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits }),
    ),
  ),
)

/** A size in the largest unit that fits, at least kilobytes: "0.1 kB", "48 kB", "1.2 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const power = bytes < 1e6 ? 0 : bytes < 1e9 ? 1 : 2
  const value = bytes / 1_000 ** (power + 1)
  return formats[power]![value < 10 ? 1 : 0]!(locale).format(value)
}
