// Signatures contain spaces, commas and brackets, which links must escape: swaps them with the four characters that
// need no escape.
const swaps: Readonly<Record<string, string>> = {
  ' ': '-',
  '-': ' ',
  ',': '.',
  '.': ',',
  '(': '~',
  '~': '(',
  ')': '_',
  _: ')',
}

const swap = (text: string) => text.replace(/[ \-,.()~_]/g, (character) => swaps[character]!)

/** Encodes text for a link: letters, digits and `-._~`, everything else escaped. {@link fromLinkText} decodes it. */
export function toLinkText(text: string): string {
  // A lone surrogate is not valid text, and decoders read it as U+FFFD.
  return encodeURIComponent(swap(text.replace(/[\ud800-\udfff]/gu, '\ufffd'))).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Decodes text from {@link toLinkText}; `undefined` if an escape is broken. */
export function fromLinkText(text: string): string | undefined {
  try {
    return swap(decodeURIComponent(text))
  } catch {
    return undefined
  }
}
