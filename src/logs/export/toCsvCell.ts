// What a spreadsheet would run or take for a command; a plain negative number is neither.
const formula = /^[\t\r]|^\s*[=+\-@|%＝＋－＠]/
const number = /^-?\d+$/

/** Text as one cell of CSV: quoted where it must be, and defused with an apostrophe where a spreadsheet would run it. */
export function toCsvCell(text: string): string {
  const safe = formula.test(text) && !number.test(text) ? `'${text}` : text
  return /[",\r\n\t;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
