'use client'
import { useMemo, useState } from 'react'
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

/** How many digits columns of numbers need, by id. */
type Digits = ReadonlyMap<string, number>

const noDigits: Digits = new Map()
// Rows read: the first ones, which are on the screen, and a sample of later ones.
const first = 40
const sampled = 60
// Space for the sort arrow after a name, and for a font of code that is wider.
const spare = 3

/**
 * The columns of a view. Those of numbers are as wide as their digits and aligned at the end, so that digits line up. They only grow:
 * if they became narrower again, columns would move with each live block.
 */
export function useNumberColumns(view: TableView, items: TableItems, texts: NumberTexts): ColumnSet {
  const { set } = view
  const [known, setKnown] = useState({ set, digits: noDigits })
  let digits = known.set === set ? known.digits : noDigits
  for (const { id, arg, header } of shownOwn(view))
    for (let at = 0; arg && at < sampled; at++) {
      const log = items.logAt(at + Math.max(0, at - first) ** 4)
      const found = log && findArg(log, arg)
      if (!found || !/int\d*$/.test(found.arg.type)) continue
      const token = chainValue(texts.tokens, log)
      const { length } = formatCellArg(log, found.position, {
        ...texts,
        token,
        maxCharacters: 0,
        whole: true,
      })
      const needed = Math.max(header.length, length) + spare
      if (needed > (digits.get(id) ?? 0)) digits = new Map(digits).set(id, needed)
    }
  if (digits !== known.digits) setKnown({ set, digits })
  return useMemo(() => withDigits(set, digits), [set, digits])
}

function withDigits(set: ColumnSet, digits: Digits): ColumnSet {
  const own = new Map(set.own)
  for (const [id, column] of own)
    if (digits.has(id)) own.set(id, { ...column, digits: digits.get(id), align: column.align ?? 'end' })
  return { ...set, own }
}
