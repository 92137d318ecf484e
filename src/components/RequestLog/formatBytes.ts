import { byLocale } from '../strings/byLocale.ts'

// For each unit: without and with a decimal.
const formats = (['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const).map((unit) =>
  [0, 1].map((decimals) =>
    byLocale(
      (locale) =>
        new Intl.NumberFormat(locale, {
          ...{ style: 'unit', unit },
          // The short word is "byte", of one and of many.
          unitDisplay: unit === 'byte' ? 'long' : 'short',
          maximumFractionDigits: unit === 'byte' ? 0 : decimals,
        }),
    ),
  ),
)

/** A size in the largest unit that fits: "41 bytes", "1.5 kB", "48 kB", "1.2 MB". */
export function formatBytes(bytes: number, locale: string): string {
  const power = [1e3, 1e6, 1e9].filter((unit) => bytes >= unit).length
  const value = bytes / 1_000 ** power
  return formats[power]![value < 10 ? 1 : 0]!(locale).format(value)
}
