/** Printable ASCII, as nearly all text is: in one direction, without invisible characters. */
export const plainText = /^[\x20-\x7e…]*$/

/** A part of a text: harmless characters, or the escape of an invisible one. */
export interface VisiblePart {
  /** Its position in the text. */
  readonly at: number
  readonly text: string
  readonly escaped: boolean
}

// Controls, formats (bidi, zero-width, tags), lone surrogates, private and unassigned code points, line separators,
// and everything that fonts leave blank: characters that hide, reorder or imitate text.
export const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu

/** Splits untrusted text into harmless parts and escapes such as `\u{202E}`. */
export function visibleParts(text: string): readonly VisiblePart[] {
  const parts: VisiblePart[] = []
  let at = 0
  for (const match of text.matchAll(unseen)) {
    if (match.index > at) parts.push({ at, text: text.slice(at, match.index), escaped: false })
    parts.push({ at: match.index, text: escape(match[0]), escaped: true })
    at = match.index + match[0].length
  }
  if (at < text.length) parts.push({ at, text: text.slice(at), escaped: false })
  return parts
}

/** Text from the chain with control, bidi and zero-width characters written as escapes: for titles, labels and copies to read. */
export function visibleText(text: string): string {
  return text.replace(unseen, escape)
}

function escape(character: string): string {
  if (character === '\n') return '\\n'
  if (character === '\r') return '\\r'
  if (character === '\t') return '\\t'
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0')}}`
}

/** The start of a text, without half a character at its end. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
}
