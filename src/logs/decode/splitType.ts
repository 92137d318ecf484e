/** The outermost layer of a type. */
export type TypeParts =
  | { readonly kind: 'word' }
  /** `string` or `bytes`. */
  | { readonly kind: 'bytes' }
  | { readonly kind: 'tuple'; readonly fields: readonly string[] }
  | { readonly kind: 'array'; readonly item: string; readonly length: number | undefined }

/** Splits a type in signature form, such as `(uint256,bool[])[2]`, into its parts. */
export function splitType(type: string): TypeParts {
  const array = /^(.*)\[(\d*)\]$/s.exec(type)
  if (array) return { kind: 'array', item: array[1]!, length: array[2] === '' ? undefined : Number(array[2]) }
  if (type.startsWith('(') && type.endsWith(')'))
    return { kind: 'tuple', fields: splitList(type.slice(1, -1)) }
  return { kind: type === 'string' || type === 'bytes' ? 'bytes' : 'word' }
}

/** Splits at commas outside of tuples. */
function splitList(text: string): readonly string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++
    else if (text[at] === ')') depth--
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return text === '' ? [] : [...parts, text.slice(from)]
}
