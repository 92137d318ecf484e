import { formatCellArg } from '../cells/formatCellArg.ts'
import { findArg, type ColumnSet } from '../columns/ColumnSet.ts'
import type { TableItems } from '../model/TableItems.ts'

interface NumberTexts {
  readonly labels: ReadonlyMap<string, string>
  readonly locale: string
}

// Rows read: many of the first ones, and fewer of the later.
const sampled = 60
// Space for the sort arrow after a name, and for a font of code that is wider.
const spare = 3

/** The columns whose argument is a number, with their longest texts (in the smallest unit), as a key that is equal until they change. */
export function numberColumns({ own }: ColumnSet, items: TableItems, texts: NumberTexts): string {
  const longest: Record<string, number> = {}
  for (const { id, arg, header } of own.values())
    for (let at = 0; arg && at < sampled; at++) {
      const log = items.logAt(at ** 3)
      const found = log && findArg(log, arg)
      if (!found || !/int\d+$/.test(found.arg.type)) continue
      const { length } = formatCellArg(log, found.position, { ...texts, maxCharacters: 0 })
      longest[id] = Math.max(longest[id] ?? header.length, length)
    }
  return JSON.stringify(longest)
}

/**
 * Aligns numbers at the end of their cells, where their digits are below each other, in columns wide enough for the longest. `key` is
 * of `numberColumns`.
 */
export function withNumbers(set: ColumnSet, key: string): ColumnSet {
  const own = new Map(set.own)
  for (const [id, longest] of Object.entries<number>(JSON.parse(key)))
    own.set(id, { align: 'end', ...own.get(id)!, digits: longest + spare })
  return { ...set, own }
}
