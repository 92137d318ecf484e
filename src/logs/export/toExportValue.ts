import type { AbiValue } from '../Log.ts'
import { toPlainValue } from '../list/toPlainValue.ts'
import type { PlainValue } from '../list/toPlainValue.ts'

/** A decoded value as files have it: as plain JSON, addresses in lower case like those of logs, so that tables can be joined. */
export function toExportValue(value: AbiValue, type: string): PlainValue {
  if (typeof value === 'string') return type === 'address' ? value.toLowerCase() : value
  if (typeof value !== 'object') return toPlainValue(value)
  if ('fields' in value)
    return value.fields.map((field) => ({ ...field, value: toExportValue(field.value, field.type) }))
  const item = type.replace(/\[\d*\]$/, '')
  return value.map((one) => toExportValue(one, item))
}
