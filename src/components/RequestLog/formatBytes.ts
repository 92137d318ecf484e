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
  const power = bytes < 1e3 ? 0 : bytes < 1e6 ? 1 : bytes < 1e9 ? 2 : 3
  const value = bytes / 1_000 ** power
  return formats[power]![value < 10 ? 1 : 0]!(locale).format(value)
}
