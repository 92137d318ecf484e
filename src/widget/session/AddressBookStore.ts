'use client'
import { useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import {
  maxEntries,
  maxNameLength,
  type AddressBookEntry,
} from '../../components/AddressBook/AddressBookEntry.ts'
import { readAddressEntry } from '../../components/AddressBook/readAddressEntry.ts'
import { maxSymbolLength } from '../../logs/decode/TokenUnit.ts'
import { PageStore, storePerChain, type PageStorage } from './PageStore.ts'

type Entries = readonly AddressBookEntry[]

const none: Entries = []

/**
 * Keeps the names, ABIs and token units that a user gave to the addresses of one network between visits: oldest first, with
 * addresses in lower case.
 */
export class AddressBookStore extends PageStore<Entries> {
  constructor(chainId: number, storage?: () => PageStorage | undefined) {
    // The version changes when older pages cannot read the value.
    const format = { empty: none, toText: (entries: Entries) => JSON.stringify(entries), fromText }
    super(`topic0:addresses:1:${chainId}`, format, storage)
  }

  /** Saves entries, replacing those of the same addresses. Those that have only an address are removed. */
  save(...changed: Entries): void {
    const entries = new Map(this.refresh().map((one) => [one.address, one]))
    for (const { address: given, name, abi, token } of changed) {
      const address = given.toLowerCase() as Address
      if (!name && !abi && !token) entries.delete(address)
      else
        entries.set(address, {
          address,
          ...(name && { name: name.slice(0, maxNameLength) }),
          ...(abi && { abi }),
          ...(token && { token: { ...token, symbol: token.symbol.slice(0, maxSymbolLength) } }),
        })
    }
    this.set(withinLimit([...entries.values()]))
  }

  /** Saves the given fields of entries. Other fields of existing entries keep their values. */
  update(...changed: Entries): void {
    const before = new Map(this.get().map((one) => [one.address, one]))
    this.save(...changed.map((one) => ({ ...before.get(one.address), ...one })))
  }

  remove({ address }: Pick<AddressBookEntry, 'address'>): void {
    this.save({ address })
  }
}

/** Of too many entries, the oldest with only a unit are dropped first: units can be read again. */
function withinLimit(entries: Entries): Entries {
  let excess = entries.length - maxEntries
  return entries.filter(({ name, abi }) => name || abi || excess-- <= 0).slice(-maxEntries)
}

/** Parses untrusted stored text. */
function fromText(text: string): Entries {
  const value: unknown = JSON.parse(text)
  if (!Array.isArray(value)) return none
  const entries = value.slice(-maxEntries).flatMap((one) => readAddressEntry(one).entry ?? [])
  return [...new Map(entries.map((one) => [one.address, one])).values()]
}

const addressBookOf = /* @__PURE__ */ storePerChain((chainId) => new AddressBookStore(chainId))

export interface KeptAddresses {
  readonly entries: readonly AddressBookEntry[]
  readonly store: AddressBookStore
}

/** What the user keeps about the addresses of a network, with its store. */
export function useAddressBook(chainId: number): KeptAddresses {
  const store = addressBookOf(chainId)
  return { entries: useSyncExternalStore(store.subscribe, store.get, () => none), store }
}
