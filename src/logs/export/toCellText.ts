import type { CellValue, ExportColumn } from './ExportColumn.ts'

// The last second a JavaScript date can hold.
const lastSecond = 8_640_000_000_000n

/** A cell as text: times as ISO 8601, nothing as nothing. */
export function toCellText(value: CellValue, type: ExportColumn['type']): string {
  if (value === undefined) return ''
  if (type !== 'time' || typeof value !== 'bigint') return String(value)
  return value < 0n || value > lastSecond
    ? value.toString()
    : new Date(Number(value) * 1000).toISOString().replace('.000Z', 'Z')
}
