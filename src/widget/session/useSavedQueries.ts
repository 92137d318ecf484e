'use client'
import { useSyncExternalStore } from 'react'
import { storePerChain } from './PageStore.ts'
import { QueryStore, type StoredQueries } from './QueryStore.ts'

/** The saved and recent queries of a network. */
export const queryStore = /* @__PURE__ */ storePerChain((chainId) => new QueryStore(chainId))

/** The saved and recent queries of a network, with their store. */
export function useSavedQueries(chainId: number): StoredQueries & { readonly store: QueryStore } {
  const store = queryStore(chainId)
  const kept = useSyncExternalStore(store.subscribe, store.get, () => none)
  return { ...kept, store }
}

const none: StoredQueries = { saved: [], recent: [] }
