import type { LogRow } from '../Log.ts'
import type { ExportColumn } from './ExportColumn.ts'
import { toCellText } from './toCellText.ts'

/** One log as a line of CSV, without line ending. */
export function toCsvRow(log: LogRow, columns: readonly ExportColumn[]): string {
  return columns.map(({ read, type }) => toCsvCell(toCellText(read(log), type))).join(',')
}

// Leading characters that are invisible, or that a spreadsheet strips.
const unseen = /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]+/u
// Characters that start a formula or command in a spreadsheet, with their look-alikes.
const formula = /^[=+\-@|%−‐-―]/
const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i

/** Whether a spreadsheet may run a text as a formula or command. Never for a plain negative number. */
export function isFormula(text: string): boolean {
  if (number.test(text)) return false
  const seen = text.replace(unseen, '')
  // Normalized, because fullwidth, small, superscript and subscript forms count as the same characters.
  return /^[\t\r]/.test(text) || formula.test(seen.slice(0, 2).normalize('NFKC'))
}

/** Prefixes text with an apostrophe if a spreadsheet would run it. */
export function defuse(text: string): string {
  return isFormula(text) ? `'${text}` : text
}

/** Text as a CSV cell: defused, and quoted if necessary. */
export function toCsvCell(text: string): string {
  const safe = defuse(text)
  return /[",\r\n\t;']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
