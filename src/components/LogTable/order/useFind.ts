'use client'
import { useEffect, useMemo, useState } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { useSlicedJob } from '../../ui/useSlicedJob.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { FindOptions, findRows, Found, logFinder } from './findRows.ts'
import type { foundPlace, stepFound } from './foundPlace.ts'

export type Find = ReturnType<typeof useFind>

interface FindTools {
  readonly logFinder: typeof logFinder
  readonly findRows: typeof findRows
  readonly foundPlace: typeof foundPlace
  readonly stepFound: typeof stepFound
}

/** Finds text in the rows of a table, in time slices, once `tools` are loaded. */
export function useFind(items: TableItems, options: FindOptions, tools: FindTools | undefined) {
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
  // Rows may have been added above since.
  const place = found && reveal && tools?.foundPlace(found, reveal.log)
  return {
    /** `undefined` while closed. */
    text,
    search: (next: string) => setText(next),
    close() {
      setText(undefined)
      setReveal(undefined)
      setPartial(undefined)
    },
    /** Number of logs that contain the text; those found so far, while busy. */
    count: found?.rows.length ?? 0,
    /** The position of the current one among them, from 1; 0 for none. */
    current: place?.isFound ? place.at + 1 : 0,
    isBusy: matches !== undefined && !(done?.key === matches && done.logs === items),
    /** Moves to the next or previous log that contains the text. */
    step(by: 1 | -1) {
      const log = found && tools?.stepFound(found, place, by)
      if (log) setReveal({ log })
    },
    matches,
    /** The current log, a new object for each move. */
    reveal: text === undefined ? undefined : reveal,
  }
}
