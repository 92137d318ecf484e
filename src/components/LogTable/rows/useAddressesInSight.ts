'use client'
import { useEffect, useRef } from 'react'
import { chainKey, chainValue } from '../../../logs/decode/chainValues.ts'
import { isAmount } from '../../../logs/decode/TokenUnit.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import type { LogRow } from '../../../logs/Log.ts'
import type { AddressStore } from '../../values/AddressStore.ts'
import type { LogTableProps } from '../model/LogTableProps.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'

export interface AddressLookups extends Pick<LogTableProps, 'resolveLabel' | 'resolveToken'> {
  readonly labelStore: AddressStore<string>
  readonly tokenStore: AddressStore<TokenUnit>
  /** Those that need no lookup. */
  readonly givenLabels: ReadonlyMap<string, string>
  readonly givenTokens: ReadonlyMap<string, TokenUnit>
}

// In milliseconds: visible rows must stay this long before their addresses are looked up.
const rest = 120

/** Looks up labels and tokens of the visible rows. */
export function useAddressesInSight(
  items: TableItems,
  { first, last }: RowRange,
  lookups: AddressLookups,
): void {
  const latest = useRef(lookups)
  useEffect(() => {
    latest.current = lookups
  })
  const { resolveLabel, resolveToken, labelStore, tokenStore } = lookups
  const isNeeded = resolveLabel !== undefined || resolveToken !== undefined
  useEffect(() => {
    if (!isNeeded) return
    const timer = setTimeout(() => {
      const now = latest.current
      const labels = new Set<string>()
      const tokens = new Set<string>()
      for (let row = first; row <= last; row++) collect(items.logAt(row), now, labels, tokens)
      if (now.resolveLabel) now.labelStore.want(labels, now.resolveLabel)
      if (now.resolveToken) now.tokenStore.want(tokens, now.resolveToken)
    }, rest)
    return () => clearTimeout(timer)
  }, [items, first, last, isNeeded])
  useEffect(
    () => () => {
      labelStore.stop()
      tokenStore.stop()
    },
    [labelStore, tokenStore],
  )
}

const address = /^0x[0-9a-f]{40}$/

function collect(
  log: LogRow | undefined,
  { givenLabels, givenTokens }: AddressLookups,
  labels: Set<string>,
  tokens: Set<string>,
): void {
  if (!log) return
  const want = (hex: string) => {
    if (chainValue(givenLabels, log, hex) === undefined) labels.add(chainKey(log, hex))
  }
  want(log.address)
  const { decoded } = log
  if (!decoded) return
  const hasAmount = decoded.args.some((_, position) => isAmount(decoded, position))
  if (hasAmount && !chainValue(givenTokens, log)) tokens.add(chainKey(log))
  for (const { type, value } of decoded.args) {
    const hex = type === 'address' && typeof value === 'string' ? value.toLowerCase() : ''
    if (address.test(hex)) want(hex)
  }
}
