import { unseen } from './visibleText.ts'

/** JSON with invisible and bidi characters written as escapes. */
export function toVisibleJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(unseen, (character) =>
    character === '\n' ? character : escape(character),
  )
}

function escape(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
