import { AddressCollector } from '../../values/AddressCollector.ts'
import type { AddressKeys } from '../../values/AddressStores.ts'
import type { Lookups } from '../../values/useLookups.ts'
import type { TableItems } from '../model/TableItems.ts'
import type { RowRange } from '../scroll/rowWindow.ts'

/** The addresses to look up for these rows. */
export function addressesInRows(items: TableItems, { first, last }: RowRange, lookups: Lookups): AddressKeys {
  const addresses = new AddressCollector(lookups)
  for (let row = first; row <= last; row++) {
    const log = items.logAt(row)
    if (log) addresses.addLog(log)
  }
  return addresses
}
