import type { AbiValue, LogRow } from '../../../logs/Log.ts'
import { valueToText } from '../../values/valueToText.ts'
import { findArg } from '../columns/ColumnSet.ts'
import type { OwnColumn } from '../columns/ColumnSet.ts'
import type { LogSort } from '../model/LogTableView.ts'

/** A sort key. Numbers come before text. */
export type SortKey = string | number | bigint

// Lists and structs are compared by this much of their text.
const room = 200

/** The sort key of a log; `undefined` if it has none. */
export function sortKey(log: LogRow, sort: LogSort, own?: OwnColumn): SortKey | undefined {
  switch (sort.column) {
    case 'block':
      return log.blockNumber
    case 'contract':
      return log.address.toLowerCase()
    case 'event':
    case 'signature':
      return log.decoded?.signature ?? log.topics[0] ?? ''
    case 'transaction':
      return log.transactionHash
    case 'logIndex':
      return log.logIndex
    case 'topics':
      return log.topics.join()
    case 'data':
      return log.data
    case 'custom': {
      if (own?.sortValue) return ownKey(own.sortValue(log))
      const value = own?.arg === undefined ? undefined : findArg(log, own.arg)?.arg.value
      return value === undefined ? undefined : valueKey(value)
    }
    case 'arg': {
      if (log.topics[0]?.toLowerCase() !== sort.topic0) return undefined
      const value = log.decoded?.args[sort.position]?.value
      return value === undefined ? undefined : valueKey(value)
    }
  }
}

/** Values of an app are not checked by types alone. */
function ownKey(value: SortKey | null | undefined): SortKey | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
  return typeof value === 'string' || typeof value === 'bigint' ? value : undefined
}

function valueKey(value: AbiValue): SortKey {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? value : valueToText(value, room)
}
