'use client'
import { useMemo, useSyncExternalStore } from 'react'
import { parseChainKey, tokenMap } from '../../logs/decode/chainValues.ts'
import { isTokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import { labelMap } from './AddressLabels.ts'
import type { AddressLabels } from './AddressLabels.ts'
import type { AddressResolver, AddressStore } from './AddressStore.ts'

/** Addresses to look up, as keys of `chainKey`. */
export interface AddressKeys {
  readonly labels: ReadonlySet<string>
  readonly tokens: ReadonlySet<string>
}

export interface LookupOptions {
  labels?: AddressLabels | undefined
  tokens?: Readonly<Record<string, TokenUnit>> | undefined
  tokensByChain?: Readonly<Record<number, Readonly<Record<string, TokenUnit>>>> | undefined
  resolveLabel?: AddressResolver<string> | undefined
  resolveToken?: AddressResolver<TokenUnit> | undefined
}

interface LookupTools {
  readonly AddressStore: typeof AddressStore
}

interface AddressStores {
  readonly labels: AddressStore<string>
  readonly tokens: AddressStore<TokenUnit>
}

export interface Lookups extends Pick<LookupOptions, 'resolveLabel' | 'resolveToken'> {
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

/** Looks up these addresses, and no others. */
export function lookUpOnly({ stores, resolveLabel, resolveToken }: Lookups, keys: AddressKeys): void {
  if (resolveLabel) stores?.labels.lookUpOnly(keys.labels, resolveLabel)
  if (resolveToken) stores?.tokens.lookUpOnly(keys.tokens, resolveToken)
}

/** Aborts all lookups. */
export function stopLookups({ stores }: Pick<Lookups, 'stores'>): void {
  stores?.labels.stop()
  stores?.tokens.stop()
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
