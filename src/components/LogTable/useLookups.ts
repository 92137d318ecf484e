'use client'
import { useMemo, useState, useSyncExternalStore } from 'react'
import { parseChainKey, tokenMap } from '../../logs/decode/chainValues.ts'
import { isTokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { labelMap } from '../values/AddressLabels.ts'
import { AddressStore } from '../values/AddressStore.ts'
import type { LogTableProps } from './model/LogTableProps.ts'
import type { AddressLookups } from './rows/useAddressesInSight.ts'

export interface Lookups extends AddressLookups {
  readonly labels: ReadonlyMap<string, string>
  readonly tokens: ReadonlyMap<string, TokenUnit>
}

type LookupOptions = Pick<
  LogTableProps,
  'labels' | 'tokens' | 'tokensByChain' | 'resolveLabel' | 'resolveToken'
>

/** Labels and token units by lower-case address, and by chain id and address: those given, and those looked up. */
export function useLookups({
  labels,
  tokens,
  tokensByChain,
  resolveLabel,
  resolveToken,
}: LookupOptions): Lookups {
  const [labelStore] = useState(() => new AddressStore<string>(isLabel))
  const [tokenStore] = useState(() => new AddressStore<TokenUnit>(isTokenUnit))
  const foundLabels = useSyncExternalStore(labelStore.subscribe, labelStore.getKnown, labelStore.getKnown)
  const foundTokens = useSyncExternalStore(tokenStore.subscribe, tokenStore.getKnown, tokenStore.getKnown)
  const givenLabels = useMemo(() => labelMap(labels), [labels])
  const givenTokens = useMemo(() => tokenMap(tokens, tokensByChain), [tokens, tokensByChain])
  return {
    labels: useMemo(() => merge(foundLabels, givenLabels), [foundLabels, givenLabels]),
    tokens: useMemo(() => merge(foundTokens, givenTokens), [foundTokens, givenTokens]),
    ...{ givenLabels, givenTokens, labelStore, tokenStore, resolveLabel, resolveToken },
  }
}

function merge<value>(found: ReadonlyMap<string, value>, given: ReadonlyMap<string, value>) {
  if (found.size === 0) return given
  const others = [...found].filter(([key]) => !given.has(parseChainKey(key).address))
  return new Map([...others, ...given])
}

const isLabel = (label: unknown) => typeof label === 'string' && label !== ''
