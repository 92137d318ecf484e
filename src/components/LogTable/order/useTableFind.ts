'use client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { LogRow } from '../../../logs/Log.ts'
import { useSlicedJob } from '../../ui/useSlicedJob.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'
import type { FindOptions, findRows, Found, logFinder } from './findRows.ts'
import type { foundPlace, stepFound } from './foundPlace.ts'

export type Find = ReturnType<typeof useTableFind>['find']

interface FindTools {
  readonly logFinder: typeof logFinder
  readonly findRows: typeof findRows
  readonly foundPlace: typeof foundPlace
  readonly stepFound: typeof stepFound
}

interface TableFindOptions extends FindOptions, Pick<LogTableProps, 'openFind'> {
  items: TableItems
  store: ScrollStore
  tools: FindTools | undefined
}

/**
 * The search of a table: opened by key, button or prop, in the part of the table that shows it. Finds text in the rows in time
 * slices, once `tools` are loaded.
 */
export function useTableFind(options: TableFindOptions) {
  const { items, store, tools, openFind, labels, tokens, locale } = options
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

  const [findOpened, setFindOpened] = useState(0)
  const [lastRequest, setLastRequest] = useState(openFind)
  const parts = useRef(0)
  const open = () => {
    setFindOpened((count) => count + 1)
    setText((before) => before ?? '')
  }
  if (openFind !== lastRequest) {
    setLastRequest(openFind)
    if (openFind) open()
  }

  const result = done?.key === matches ? done?.value : partial?.matches === matches ? partial : undefined
  const found = matches ? result : undefined
  // Rows may have been added above since.
  const place = found && reveal && tools?.foundPlace(found, reveal.log)
  return {
    find: {
      /** `undefined` while closed. */
      text,
      open,
      search: (next: string) => setText(next),
      close() {
        setText(undefined)
        setReveal(undefined)
        setPartial(undefined)
        store.element?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
      },
      /** Number of logs that contain the text; those found so far, while busy. */
      count: found?.rows.length ?? 0,
      /** The position of the current one among them, from 1; 0 for none. */
      current: place?.isFound ? place.at + 1 : 0,
      isBusy: !!text?.trim() && !(matches && done?.key === matches && done.logs === items),
      /** Moves to the next or previous log that contains the text. */
      step(by: 1 | -1) {
        const log = found && tools?.stepFound(found, place, by)
        if (log) setReveal({ log })
      },
      matches,
      /** The current log, a new object for each move. */
      reveal: text === undefined ? undefined : reveal,
    },
    /** How often the search was opened: its field takes focus each time. */
    findOpened,
    hasFindPart: () => parts.current > 0,
    /** Notes that a part shows the search: without one, the browser's own opens. */
    mountFindPart: useCallback(() => {
      parts.current++
      return () => {
        parts.current--
      }
    }, []),
  }
}
