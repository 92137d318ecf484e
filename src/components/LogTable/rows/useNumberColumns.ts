import { chainValue } from '../../../logs/decode/addressMap.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import { formatCellArg } from '../cells/formatCellArg.ts'
import { findArg, type ColumnSet } from '../columns/ColumnSet.ts'
import { shownOwn, type TableView } from '../columns/useTableView.ts'
import type { TableItems } from '../model/TableItems.ts'

interface NumberTexts {
  readonly labels: ReadonlyMap<string, string>
  readonly tokens: ReadonlyMap<string, TokenUnit>
  readonly locale: string
}

// Rows read: the first ones, which are on the screen, and some of the later.
const first = 40
const sampled = 60
// Space for the sort arrow after a name, and for a font of code that is wider.
const spare = 3

/**
 * Measures the shown columns whose argument is a number. Returns the digits that they need, as a key that is equal until they
 * change; empty without such columns. They only grow: columns that became narrower again would move under the reader with each
 * live block.
 */
export function numberColumns(view: TableView, items: TableItems, texts: NumberTexts): string {
  const shown = shownOwn(view)
  for (const column of shown)
    for (let at = 0; column.arg && at < sampled; at++) {
      const log = items.logAt(at < first ? at : first + (at - first) ** 4)
      const found = log && findArg(log, column.arg)
      if (!found || !/int\d*$/.test(found.arg.type)) continue
      const { length } = formatCellArg(log, found.position, {
        ...texts,
        token: chainValue(texts.tokens, log),
        maxCharacters: 0,
      })
      column.digits = Math.max(column.digits ?? column.header.length + spare, length + spare)
    }
  return shown.map(({ digits }) => digits).join()
}

/**
 * Aligns numbers at the end of their cells, where their digits are below each other, with the digits that `numberColumns` found when
 * it returned `key`.
 */
export function withNumbers(set: ColumnSet, key: string): ColumnSet {
  if (!key) return set
  const own = new Map(set.own)
  for (const [id, column] of own) if (column.digits) own.set(id, { ...column, align: column.align ?? 'end' })
  return { ...set, own }
}
