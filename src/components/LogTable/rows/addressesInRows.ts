import { addressesIn } from '../../values/addressesIn.ts'
import type { AddressKeys } from '../../values/AddressStores.ts'
import type { Lookups } from '../../values/useLookups.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'

/** The addresses to look up for these rows. */
export function addressesInRows(items: TableItems, { first, last }: RowRange, lookups: Lookups): AddressKeys {
  const logs = Array.from({ length: last - first + 1 }, (_, row) => items.logAt(first + row))
  return addressesIn(logs, lookups)
}
