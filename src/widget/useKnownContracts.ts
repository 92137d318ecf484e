'use client'
import { useMemo, useState } from 'react'
import type { AddressEdit } from '../components/AddressBook/AddressBookEntry.ts'
import type { KnownContract } from '../components/FilterBuilder/draft/KnownContract.ts'
import { useChanged } from '../react/useChanged.ts'
import { useAddressBook } from './session/AddressBookStore.ts'
import type { ExplorerAbi } from './session/ExplorerAbi.ts'
import { explorerContracts } from './session/explorerContracts.ts'

/** What the page and the user's address book know of contracts, and the entry being edited. */
export function useKnownContracts(
  chainId: number,
  contracts: readonly KnownContract[] = none,
  abis: readonly ExplorerAbi[] = noAbis,
) {
  const kept = useAddressBook(chainId)
  const [edit, onEdit] = useState<AddressEdit>()
  if (useChanged(chainId)) onEdit(undefined)
  const { entries } = kept
  const known = useMemo(() => explorerContracts(contracts, abis, entries), [contracts, abis, entries])
  return { ...known, addresses: { kept, edit, onEdit } }
}

const none: readonly KnownContract[] = []
const noAbis: readonly ExplorerAbi[] = []
