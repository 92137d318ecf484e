import type { AbiStruct, AbiValue } from '../../logs/Log.ts'
import { shortHex } from './shortHex.ts'
import { cutText } from './visibleText.ts'

/**
 * A decoded value on one line, truncated to about `maxLength` characters at a cost that does not depend on its size.
 * The text is untrusted: render it with `ChainText`.
 */
export function valueToText(value: AbiValue, maxLength: number): string {
  if (typeof value === 'string') {
    if (/^0x[0-9a-f]{9,}$/i.test(value)) return shortHex(value)
    return value.length > maxLength ? `${cutText(value, maxLength)}…` : value
  }
  if (typeof value !== 'object') return String(value)
  const isList = isArray(value)
  const items = isList ? value : value.fields
  const parts: string[] = []
  let left = maxLength
  for (const item of items) {
    if (left <= 0) {
      parts.push('…')
      break
    }
    const part =
      isList || !isField(item)
        ? valueToText(item as AbiValue, left)
        : `${item.name ? `${cutText(item.name, left)}: ` : ''}${valueToText(item.value, left)}`
    parts.push(part)
    left -= part.length + 2
  }
  return isList ? `[${parts.join(', ')}]` : `(${parts.join(', ')})`
}

function isArray(value: AbiValue): value is readonly AbiValue[] {
  return Array.isArray(value)
}

function isField(item: AbiValue | AbiStruct['fields'][number]): item is AbiStruct['fields'][number] {
  return typeof item === 'object' && !Array.isArray(item) && 'value' in item
}
