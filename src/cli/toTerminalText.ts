// What a terminal obeys instead of showing it, and what hides or reorders text.
const unseen = /\r(?!\n)|(?![\r\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Text for a terminal: control, bidi and zero-width characters become JSON escapes, which are valid in JSON, too. Keeps line ends and tabs. */
export function toTerminalText(text: string): string {
  return text.replace(unseen, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
