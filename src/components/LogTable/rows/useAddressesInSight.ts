'use client'
import { useEffect } from 'react'
import { useLatest } from '../../../react/useLatest.ts'
import type { Lookups } from '../../values/useLookups.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'
import type { addressesInRows } from './addressesInRows.ts'

export interface SightTools {
  readonly addressesInRows: typeof addressesInRows
}

// In milliseconds: visible rows must stay this long before their addresses are looked up.
const lookupDelay = 120

/** Looks up labels and tokens of the visible rows. */
export function useAddressesInSight(
  items: TableItems,
  { first, last }: RowRange,
  lookups: Lookups,
  tools: SightTools | undefined,
): void {
  const latest = useLatest(lookups)
  const { resolveLabel, resolveToken, stores } = lookups
  const isNeeded = resolveLabel !== undefined || resolveToken !== undefined
  useEffect(() => {
    if (!isNeeded || !stores || !tools) return
    const timer = setTimeout(() => {
      const now = latest.current
      stores.lookUpOnly(tools.addressesInRows(items, { first, last }, now), now)
    }, lookupDelay)
    return () => clearTimeout(timer)
  }, [items, first, last, isNeeded, stores, tools, latest])
  useEffect(() => () => stores?.stop(), [stores])
}
