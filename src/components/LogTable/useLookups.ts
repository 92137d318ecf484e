'use client'
import { useMemo, useSyncExternalStore } from 'react'
import { parseChainKey, tokenMap } from '../../logs/decode/chainValues.ts'
import { isTokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { labelMap } from '../values/AddressLabels.ts'
import type { AddressStore } from '../values/AddressStore.ts'
import type { LogTableProps } from './model/LogTableProps.ts'
import type { AddressLookups } from './rows/useAddressesInSight.ts'
import type { TableTools } from './useTableTools.ts'

type LookupTools = Pick<TableTools, 'AddressStore'>

export interface Lookups extends AddressLookups {
  readonly labels: ReadonlyMap<string, string>
  readonly tokens: ReadonlyMap<string, TokenUnit>
}

type LookupOptions = Pick<
  LogTableProps,
  'labels' | 'tokens' | 'tokensByChain' | 'resolveLabel' | 'resolveToken'
>

/** Labels and token units by lower-case address, and by chain id and address: those given, and those looked up once `tools` are loaded. */
export function useLookups(
  { labels, tokens, tokensByChain, resolveLabel, resolveToken }: LookupOptions,
  tools: LookupTools | undefined,
): Lookups {
  const stores = useMemo(
    () =>
      tools && {
        labels: new tools.AddressStore<string>(isLabel),
        tokens: new tools.AddressStore<TokenUnit>(isTokenUnit),
      },
    [tools],
  )
  const foundLabels = useKnown(stores?.labels)
  const foundTokens = useKnown(stores?.tokens)
  const givenLabels = useMemo(() => labelMap(labels), [labels])
  const givenTokens = useMemo(() => tokenMap(tokens, tokensByChain), [tokens, tokensByChain])
  return {
    labels: useMemo(() => merge(foundLabels, givenLabels), [foundLabels, givenLabels]),
    tokens: useMemo(() => merge(foundTokens, givenTokens), [foundTokens, givenTokens]),
    ...{ givenLabels, givenTokens, stores, resolveLabel, resolveToken },
  }
}

const nothing = new Map<string, never>()
const getNothing = () => nothing
const never = () => () => {}

/** What was found so far. */
function useKnown<value>(store: AddressStore<value> | undefined): ReadonlyMap<string, value> {
  const getKnown = store?.getKnown ?? getNothing
  return useSyncExternalStore(store?.subscribe ?? never, getKnown, getKnown)
}

function merge<value>(found: ReadonlyMap<string, value>, given: ReadonlyMap<string, value>) {
  if (found.size === 0) return given
  const others = [...found].filter(([key]) => !given.has(parseChainKey(key).address))
  return new Map([...others, ...given])
}

const isLabel = (label: unknown) => typeof label === 'string' && label !== ''
