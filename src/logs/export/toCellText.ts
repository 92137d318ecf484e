import { toPlainValue, type PlainValue } from '../list/formatArg.ts'
import type { AbiValue } from '../Log.ts'
import type { CellValue, ExportColumn } from './ExportColumn.ts'

/** The last second that a JavaScript date can hold, since the epoch. */
export const lastSecond = 8_640_000_000_000n

/** A cell as text: times as ISO 8601, `undefined` as an empty string. */
export function toCellText(value: CellValue, type: ExportColumn['type']): string {
  if (value === undefined) return ''
  if (type !== 'time' || typeof value !== 'bigint') return String(value)
  return value < 0n || value > lastSecond
    ? value.toString()
    : new Date(Number(value) * 1000).toISOString().replace('.000Z', 'Z')
}

/** A decoded value for files: plain JSON, with addresses in lower case like those of logs, so that tables can be joined. */
export function toExportValue(value: AbiValue, type: string): PlainValue {
  if (typeof value === 'string') return type === 'address' ? value.toLowerCase() : value
  if (typeof value !== 'object') return toPlainValue(value)
  if ('fields' in value)
    return value.fields.map((field) => ({ ...field, value: toExportValue(field.value, field.type) }))
  const item = type.replace(/\[\d*\]$/, '')
  return value.map((one) => toExportValue(one, item))
}
