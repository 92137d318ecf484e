'use client'
import { useCallback, useRef, useState } from 'react'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { ScrollStore } from '../scroll/ScrollStore.ts'
import type { FindOptions } from './findRows.ts'
import { useFind } from './useFind.ts'

interface TableFindOptions extends FindOptions, Pick<LogTableProps, 'openFind'> {
  items: TableItems
  store: ScrollStore
  tools: Parameters<typeof useFind>[2]
}

/** The search of a table: opened by key, button or prop, in the part of the table that shows it. */
export function useTableFind({ items, store, tools, openFind, ...options }: TableFindOptions) {
  const found = useFind(items, options, tools)
  const [findOpened, setFindOpened] = useState(0)
  const [lastRequest, setLastRequest] = useState(openFind)
  const parts = useRef(0)
  const open = () => {
    setFindOpened((count) => count + 1)
    if (found.text === undefined) found.search('')
  }
  if (openFind !== lastRequest) {
    setLastRequest(openFind)
    if (openFind) open()
  }
  return {
    find: {
      ...found,
      open,
      close() {
        found.close()
        store.element?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true })
      },
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
