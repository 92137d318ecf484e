// Signatures are made of spaces, commas and brackets, which links must escape: the four characters that need no escape stand for them.
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

/** Text as it stands in links: letters, digits and `-._~`, everything else escaped. {@link fromLinkText} is the way back. */
export function toLinkText(text: string): string {
  // Half a surrogate pair is no text, and everything that reads text takes it for U+FFFD.
  return encodeURIComponent(swap(text.replace(/[\ud800-\udfff]/gu, '\ufffd'))).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** The text that {@link toLinkText} wrote; `undefined` when an escape is broken. */
export function fromLinkText(text: string): string | undefined {
  try {
    return swap(decodeURIComponent(text))
  } catch {
    return undefined
  }
}
