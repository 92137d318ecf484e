'use client'
import { useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { RowRange, RowWindow } from './rowWindow.ts'
import type { ScrollStore } from './ScrollStore.ts'
import { WholeRows } from './WholeRows.ts'

// Enough to begin to read.
const atFirst = 4

/** Which of the rows in sight are drawn whole now. */
export function useWholeRows({ around, seen }: RowWindow, items: object, store: ScrollStore): RowRange {
  const [rows] = useState(() => {
    const { first } = seen
    return new WholeRows({ first, last: Math.min(seen.last, first + atFirst - 1), items })
  })
  const drawn = useSyncExternalStore(
    rows.subscribe,
    () => rows.drawn,
    () => rows.drawn,
  )
  const { first, last } = around
  const { first: firstSeen, last: lastSeen } = seen
  useLayoutEffect(
    () => rows.aim(items, { first, last }, { first: firstSeen, last: lastSeen }, store),
    [rows, items, first, last, firstSeen, lastSeen, store],
  )
  return drawn.items === items ? drawn : around
}
