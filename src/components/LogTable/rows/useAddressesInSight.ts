'use client'
import { useEffect, useRef } from 'react'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { AddressStore } from '../../values/AddressStore.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'
import type { addressesIn } from './addressesIn.ts'

export interface SightTools {
  readonly addressesIn: typeof addressesIn
}

export interface AddressStores {
  readonly labels: AddressStore<string>
  readonly tokens: AddressStore<TokenUnit>
}

export interface AddressLookups extends Pick<LogTableProps, 'resolveLabel' | 'resolveToken'> {
  /** `undefined` until their code is loaded. */
  readonly stores: AddressStores | undefined
  /** Those that need no lookup. */
  readonly givenLabels: ReadonlyMap<string, string>
  readonly givenTokens: ReadonlyMap<string, TokenUnit>
}

// In milliseconds: visible rows must stay this long before their addresses are looked up.
const lookupDelay = 120

/** Looks up labels and tokens of the visible rows. */
export function useAddressesInSight(
  items: TableItems,
  { first, last }: RowRange,
  lookups: AddressLookups,
  tools: SightTools | undefined,
): void {
  const latest = useRef(lookups)
  useEffect(() => {
    latest.current = lookups
  })
  const { resolveLabel, resolveToken, stores } = lookups
  const isNeeded = resolveLabel !== undefined || resolveToken !== undefined
  useEffect(() => {
    if (!isNeeded || !stores || !tools) return
    const timer = setTimeout(() => {
      const now = latest.current
      const { labels, tokens } = tools.addressesIn(items, { first, last }, now)
      if (now.resolveLabel) stores.labels.lookUpOnly(labels, now.resolveLabel)
      if (now.resolveToken) stores.tokens.lookUpOnly(tokens, now.resolveToken)
    }, lookupDelay)
    return () => clearTimeout(timer)
  }, [items, first, last, isNeeded, stores, tools])
  useEffect(
    () => () => {
      stores?.labels.stop()
      stores?.tokens.stop()
    },
    [stores],
  )
}
