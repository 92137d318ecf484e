'use client'
import { useMemo, useSyncExternalStore } from 'react'
import { addressMap } from '../../logs/decode/addressMap.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { AddressLabels } from './AddressLabels.ts'
import type { AddressStore } from './AddressStore.ts'
import type { AddressResolvers, AddressStores } from './AddressStores.ts'

export interface LookupOptions extends AddressResolvers {
  readonly labels?: AddressLabels | undefined
  readonly tokens?: Readonly<Record<string, TokenUnit>> | undefined
  readonly tokensByChain?: Readonly<Record<number, Readonly<Record<string, TokenUnit>>>> | undefined
}

interface LookupTools {
  readonly AddressStores: typeof AddressStores
}

export interface Lookups extends AddressResolvers {
  /** Those given, and those looked up. */
  readonly labels: ReadonlyMap<string, string>
  readonly tokens: ReadonlyMap<string, TokenUnit>
  /** Those that need no lookup. */
  readonly givenLabels: ReadonlyMap<string, string>
  readonly givenTokens: ReadonlyMap<string, TokenUnit>
  /** `undefined` until their code is loaded. */
  readonly stores: AddressStores | undefined
}

/** Labels and token units by lower-case address, and by chain id and address: those given, and those looked up once `tools` are loaded. */
export function useLookups(
  { labels, tokens, tokensByChain, resolveLabel, resolveToken }: LookupOptions,
  tools: LookupTools | undefined,
): Lookups {
  const stores = useMemo(() => tools && new tools.AddressStores(), [tools])
  const foundLabels = useKnown(stores?.labels)
  const foundTokens = useKnown(stores?.tokens)
  const givenLabels = useMemo(() => addressMap(labels), [labels])
  const givenTokens = useMemo(() => addressMap(tokens, tokensByChain), [tokens, tokensByChain])
  return {
    labels: useMemo(
      () => stores?.merge(foundLabels, givenLabels) ?? givenLabels,
      [stores, foundLabels, givenLabels],
    ),
    tokens: useMemo(
      () => stores?.merge(foundTokens, givenTokens) ?? givenTokens,
      [stores, foundTokens, givenTokens],
    ),
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
