// Control characters, which a terminal executes, and characters that hide or reorder text.
const unseen = /\r(?!\n)|(?![\r\n\t])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu

/** Text for a terminal: escapes control, bidi and zero-width characters as in JSON. Keeps line ends and tabs. */
export function toTerminalText(text: string): string {
  return text.replace(unseen, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
