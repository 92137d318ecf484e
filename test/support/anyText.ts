import fc from 'fast-check'

const surrogates = { from: 0xd800, count: 0x800 }

/** Any character, as fast-check's `binary` draws it. That one first makes a map of all characters, which is slow. */
const codePoint = fc
  .nat({ max: 0x10_ffff - surrogates.count })
  .map((at) => String.fromCodePoint(at < surrogates.from ? at : at + surrogates.count), toIndex)

function toIndex(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (code === undefined || String.fromCodePoint(code) !== text) throw new Error('not one character')
  if (code < surrogates.from) return code
  if (code < surrogates.from + surrogates.count) throw new Error('half a surrogate pair')
  return code - surrogates.count
}

/** Text of any characters, by default as long as that of `fc.string()`. */
export const anyText = (constraints: { readonly maxLength?: number } = {}) =>
  fc.string({ ...constraints, unit: codePoint })
