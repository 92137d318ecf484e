'use client'
import { useSyncExternalStore } from 'react'
import type { StoredQueries } from './QueryStore.ts'
import { QueryStore } from './QueryStore.ts'

/** One for each network, so that explorers of one page show the same. */
const stores = new Map<number, QueryStore>()

/** The queries that a browser keeps of a network, and the store that keeps them. */
export function useSavedQueries(chainId: number): StoredQueries & { readonly store: QueryStore } {
  const store = findStore(chainId)
  const kept = useSyncExternalStore(store.subscribe, store.get, () => none)
  return { ...kept, store }
}

const none: StoredQueries = { saved: [], recent: [] }

function findStore(chainId: number): QueryStore {
  const store = stores.get(chainId) ?? new QueryStore(chainId)
  stores.set(chainId, store)
  return store
}
