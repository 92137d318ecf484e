'use client'
import { useDeferredValue, useMemo } from 'react'
import type { RowRange } from './rowWindow.ts'

/** A range of `items` that follows another when there is time for it; at first it is `initial`. Of other items, it is the range at once. */
export function useDeferredRange({ first, last }: RowRange, initial: RowRange, items: object): RowRange {
  const now = useMemo(() => ({ first, last, items }), [first, last, items])
  const done = useDeferredValue(now, { ...initial, items })
  return done.items === items ? done : now
}
