'use client'
import { useEffect, useMemo, useState } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { lowerBound } from '../../../logs/lowerBound.ts'
import { useSlicedJob } from '../../ui/useSlicedJob.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { FindOptions, findRows, Found, logFinder } from './findRows.ts'

export interface Find {
  /** `undefined` while closed. */
  readonly text: string | undefined
  readonly search: (text: string) => void
  readonly close: () => void
  /** How many logs have the text, so far while busy. */
  readonly count: number
  /** The number of the current one, from 1; 0 for none. */
  readonly current: number
  readonly isBusy: boolean
  /** Moves to the next or previous log that has the text. */
  readonly step: (by: 1 | -1) => void
  readonly matches: ((log: LogRow) => boolean) | undefined
  /** The current log, a new object for each move. */
  readonly reveal: { readonly log: LogRow } | undefined
}

interface FindTools {
  readonly logFinder: typeof logFinder
  readonly findRows: typeof findRows
}

/** Finds text in the rows of a table, in time slices, once `tools` are loaded. */
export function useFind(items: TableItems, options: FindOptions, tools: FindTools | undefined): Find {
  const { labels, tokens, locale } = options
  const [text, setText] = useState<string>()
  const [reveal, setReveal] = useState<{ readonly log: LogRow }>()
  const [partial, setPartial] = useState<Found & { matches: object }>()
  const matches = useMemo(
    () => (text === undefined ? undefined : tools?.logFinder(text, { labels, tokens, locale })),
    [tools, text, labels, tokens, locale],
  )
  const { job, result: done } = useSlicedJob<Found>()
  useEffect(() => {
    if (!tools || !matches) return job.stop()
    const onFound = (found: Found) => setPartial({ ...found, matches })
    job.request({ logs: items, key: matches, start: () => tools.findRows(items, matches, onFound) })
  }, [tools, job, items, matches])

  const result = done?.key === matches ? done?.value : partial?.matches === matches ? partial : undefined
  const found = matches ? result : undefined
  const rows = found?.rows ?? none
  // Rows may have been added above since.
  const at = found && reveal ? placeOf(reveal.log, found) : -1
  return {
    text,
    search: setText,
    close() {
      setText(undefined)
      setReveal(undefined)
    },
    count: rows.length,
    current: reveal && found && rows[at] === rowOf(reveal.log, found) ? at + 1 : 0,
    isBusy: matches !== undefined && !(done?.key === matches && done.logs === items),
    step(by) {
      if (!found || rows.length === 0) return
      const isOn = reveal !== undefined && rows[at] === rowOf(reveal.log, found)
      const next = !reveal ? (by > 0 ? 0 : -1) : by > 0 && !isOn ? at : at + by
      const row = rows[(next + rows.length) % rows.length]!
      const log = found.items.logs.at(found.items.order.logAt(row))
      if (log) setReveal({ log })
    },
    matches,
    reveal: text === undefined ? undefined : reveal,
  }
}

const none: readonly number[] = []

/** The row of a log, among the logs of the table. */
function rowOf(log: LogRow, { items }: Found): number | undefined {
  const row = items.rowOf(log, 0)
  return row === undefined ? undefined : items.logsAbove(row)
}

/** The position of a log, or of the next one, among the matches. */
function placeOf(log: LogRow, found: Found): number {
  const row = rowOf(log, found) ?? 0
  return lowerBound(found.rows.length, (at) => found.rows[at]! < row)
}
