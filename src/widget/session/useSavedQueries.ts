'use client'
import { useSyncExternalStore } from 'react'
import type { StoredQueries } from './QueryStore.ts'
import { QueryStore } from './QueryStore.ts'

/** One store per network, shared by the explorers of a page. */
const stores = new Map<number, QueryStore>()

/** The saved and recent queries of a network, with their store. */
export function useSavedQueries(chainId: number): StoredQueries & { readonly store: QueryStore } {
  const store = queryStore(chainId)
  const kept = useSyncExternalStore(store.subscribe, store.get, () => none)
  return { ...kept, store }
}

const none: StoredQueries = { saved: [], recent: [] }

/** The saved and recent queries of a network. */
export function queryStore(chainId: number): QueryStore {
  const store = stores.get(chainId) ?? new QueryStore(chainId)
  stores.set(chainId, store)
  return store
}
