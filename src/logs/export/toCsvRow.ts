import type { LogRow } from '../Log.ts'
import type { ExportColumn } from './ExportColumn.ts'
import { toCellText } from './toCellText.ts'

/** One log as a line of CSV, without the line's end. */
export function toCsvRow(log: LogRow, columns: readonly ExportColumn[]): string {
  return columns.map(({ read, type }) => toCsvCell(toCellText(read(log), type))).join(',')
}

// What is not seen at the beginning of a cell, or not there at all once a spreadsheet has read it.
const unseen = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/u
// What a spreadsheet would run or take for a command, with the signs that it may take for these.
const formula = /^[=+\-@|%−‐-―]/
const number = /^-?\d+$/

/** Whether a spreadsheet may run a text, or take it for a command. A plain negative number is neither. */
export function isFormula(text: string): boolean {
  if (number.test(text)) return false
  const seen = text.replace(unseen, '')
  // Wide, small, raised and lowered signs are these in another form.
  return /^[\t\r]/.test(text) || formula.test(seen.slice(0, 2).normalize('NFKC'))
}

/** Text with an apostrophe before it where a spreadsheet would run it. */
export function defuse(text: string): string {
  return isFormula(text) ? `'${text}` : text
}

/** Text as one cell of CSV: defused, and quoted where it must be. */
export function toCsvCell(text: string): string {
  const safe = defuse(text)
  return /[",\r\n\t;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
