'use client'
import { useSyncExternalStore } from 'react'
import type { AddressBookEntry } from '../../components/AddressBook/AddressBookEntry.ts'
import { AddressBookStore } from './AddressBookStore.ts'

/** One store per network, shared by the explorers of a page. */
const stores = new Map<number, AddressBookStore>()

export interface KeptAddresses {
  readonly entries: readonly AddressBookEntry[]
  readonly store: AddressBookStore
}

/** What the user keeps about the addresses of a network, with its store. */
export function useAddressBook(chainId: number): KeptAddresses {
  const store = findStore(chainId)
  return { entries: useSyncExternalStore(store.subscribe, store.get, () => none), store }
}

const none: readonly AddressBookEntry[] = []

function findStore(chainId: number): AddressBookStore {
  const store = stores.get(chainId) ?? new AddressBookStore(chainId)
  stores.set(chainId, store)
  return store
}
