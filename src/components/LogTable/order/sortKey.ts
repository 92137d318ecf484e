import type { AbiValue, LogRow } from '../../../logs/Log.ts'
import { valueToText } from '../../values/valueToText.ts'
import type { LogSort } from '../model/LogTableView.ts'

/** A sort key. Within one sort, all keys are numbers or all are strings. */
export type SortKey = string | number | bigint

// Lists and structs are compared by this much of their text.
const room = 200

/** The sort key of a log; `undefined` if it has none. */
export function sortKey(log: LogRow, sort: LogSort): SortKey | undefined {
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
    case 'arg': {
      if (log.topics[0]?.toLowerCase() !== sort.topic0) return undefined
      const value = log.decoded?.args[sort.position]?.value
      return value === undefined ? undefined : valueKey(value)
    }
  }
}

function valueKey(value: AbiValue): SortKey {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  return typeof value === 'string' ? value : valueToText(value, room)
}
