import { reportUncaught } from '../../../base/Listeners.ts'
import { localTest } from '../../../logs/analyze/localTest.ts'
import { chainKey, chainValue } from '../../../logs/decode/addressMap.ts'
import type { LocalFilter } from '../../../logs/filter/LocalFilter.ts'
import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import { readRows } from '../../../logs/list/readRows.ts'
import type { AbiValue, DecodedArg, LogRow } from '../../../logs/Log.ts'
import { valueToText } from '../../values/valueToText.ts'
import { visibleText } from '../../values/visibleText.ts'
import { findArg, type OwnColumn } from '../columns/ColumnSet.ts'
import { listDirection } from '../model/chainOrder.ts'
import type { LogSort } from '../model/LogTableView.ts'
import type { RowOrder } from '../model/RowOrder.ts'

// Logs read per slice.
const slice = 200
// The row of a log that is filtered out.
const noRow = 0xffffffff

/**
 * Filters and sorts logs by reading each of them. Yields every few hundred logs, so that the page can render.
 * `usual` is the direction of lists too short to tell; `sortColumn` is the column to sort by, unless it is built-in. Addresses are
 * sorted by label, and those without one come after the others.
 */
export function* orderRows(
  logs: LogSource,
  filters: readonly LocalFilter[],
  sort: LogSort | undefined,
  usual: 'asc' | 'desc' = 'asc',
  sortColumn?: OwnColumn,
  labels: ReadonlyMap<string, string> = new Map(),
): Generator<void, RowOrder> {
  const { length } = logs
  const own = listDirection(logs, usual)
  const isShown = localTest(logs, filters)
  const rowAt = readRows(logs)
  const byKey = sort && sort.column !== 'block' ? sort : undefined
  const keyOf = byKey && sortKeys(byKey, addressKeys(labels, byKey.direction), sortColumn)
  const keys = new Map<SortKey | undefined, number>()
  const kinds = byKey ? new Uint32Array(length) : undefined
  const kept = new Uint32Array(length)
  let count = 0
  for (let index = 0; index < length; index++) {
    if (index % slice === slice - 1) yield
    if (!isShown(index)) continue
    if (kinds && keyOf) {
      const key = keyOf(rowAt(index)!)
      let kind = keys.get(key)
      if (kind === undefined) keys.set(key, (kind = keys.size))
      kinds[count] = kind
    }
    kept[count++] = index
  }
  const direction = byKey ? undefined : (sort?.direction ?? own)
  const all = kept.subarray(0, count)
  const rows = kinds && byKey ? yield* countingSort(all, kinds, [...keys.keys()], byKey.direction) : all
  if (direction && direction !== own) rows.reverse()
  const rowOf = new Uint32Array(length).fill(noRow)
  for (let row = 0; row < rows.length; row++) {
    if (row % 50_000 === 49_999) yield
    rowOf[rows[row]!] = row
  }
  return {
    length: rows.length,
    logAt: (row) => rows[row] ?? -1,
    rowOf: (index) => {
      const row = rowOf[index]
      return row === undefined || row === noRow ? undefined : row
    },
    direction,
    sort: byKey,
  }
}

/** Sorts by key. Stable. Each log in `kept` has the key at its index in `kinds`. */
function* countingSort(
  kept: Uint32Array,
  kinds: Uint32Array,
  keys: readonly (SortKey | undefined)[],
  direction: 'asc' | 'desc',
): Generator<void, Uint32Array> {
  const sign = direction === 'asc' ? 1 : -1
  const sorted = Uint32Array.from(keys.keys())
  yield* sortInSteps(sorted, (a, b) => compare(keys[a], keys[b], sign))
  const sizes = new Uint32Array(keys.length)
  for (let at = 0; at < kept.length; at++) sizes[kinds[at]!]!++
  yield
  const places = new Uint32Array(keys.length)
  let place = 0
  for (const kind of sorted) {
    places[kind] = place
    place += sizes[kind]!
  }
  yield
  const rows = new Uint32Array(kept.length)
  for (let at = 0; at < kept.length; at++) rows[places[kinds[at]!]!++] = kept[at]!
  return rows
}

/** Logs without a key come last in both directions. */
function compare(a: SortKey | undefined, b: SortKey | undefined, sign: number): number {
  if (a === undefined) return b === undefined ? 0 : 1
  if (b === undefined) return -1
  const [isText, isOtherText] = [typeof a === 'string', typeof b === 'string']
  if (isText !== isOtherText) return (isText ? 1 : -1) * sign
  if (a < b) return -sign
  return a > b ? sign : 0
}

// Comparisons per slice.
const comparisons = 4_000

/** A stable in-place sort that yields every few thousand comparisons, so that the page stays responsive. */
export function* sortInSteps(items: Uint32Array, compare: (a: number, b: number) => number): Generator<void> {
  let from: Uint32Array = items
  let to: Uint32Array = new Uint32Array(items.length)
  let left = comparisons
  for (let width = 1; width < items.length; width *= 2) {
    for (let start = 0; start < items.length; start += width * 2) {
      const middle = Math.min(start + width, items.length)
      const end = Math.min(start + width * 2, items.length)
      let a = start
      let b = middle
      for (let at = start; at < end; at++) {
        if (--left === 0) {
          left = comparisons
          yield
        }
        to[at] = b >= end || (a < middle && compare(from[a]!, from[b]!) <= 0) ? from[a++]! : from[b++]!
      }
    }
    ;[from, to] = [to, from]
  }
  if (from !== items) items.set(from)
}

/** A sort key. Numbers come before text. */
type SortKey = string | number | bigint

// Lists and structs are compared by this much of their text.
const room = 200

/**
 * Returns the sort key of a log; `undefined` if it has none, as where an app's `sortValue` throws. The first error is reported as
 * uncaught.
 */
function sortKeys(sort: LogSort, keyOf: AddressKey, own?: OwnColumn): (log: LogRow) => SortKey | undefined {
  let hasThrown = false
  return (log) => {
    try {
      return sortKey(log, sort, keyOf, own)
    } catch (error) {
      if (!hasThrown) reportUncaught(error)
      hasThrown = true
      return undefined
    }
  }
}

type AddressKey = (log: LogRow, address?: string) => SortKey

/** Returns the sort key of a log's contract, or of another address. Those without a label come after the others, in both directions. */
function addressKeys(labels: ReadonlyMap<string, string>, direction: LogSort['direction']): AddressKey {
  const [named, unnamed] = direction === 'asc' ? [0, 1] : [1, 0]
  const known = new Map<string, string>()
  return (log, address = log.address) => {
    const id = chainKey(log, address)
    let key = known.get(id)
    if (key === undefined) {
      const label = chainValue(labels, log, address)
      // Accents come after their letters. Addresses of one name stay apart.
      const name = label && visibleText(label).normalize('NFKD').toLowerCase()
      known.set(id, (key = name ? `${named}${name}\0${id}` : `${unnamed}${address.toLowerCase()}`))
    }
    return key
  }
}

function sortKey(log: LogRow, sort: LogSort, keyOf: AddressKey, own?: OwnColumn): SortKey | undefined {
  const argKey = (arg: DecodedArg | undefined): SortKey | undefined => {
    if (!arg) return undefined
    return arg.type === 'address' && typeof arg.value === 'string'
      ? keyOf(log, arg.value)
      : valueKey(arg.value)
  }
  switch (sort.column) {
    case 'block':
      return log.blockNumber
    case 'contract':
      return keyOf(log)
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
      return own?.arg === undefined ? undefined : argKey(findArg(log, own.arg)?.arg)
    }
    case 'arg': {
      if (log.topics[0]?.toLowerCase() !== sort.topic0) return undefined
      return argKey(log.decoded?.args[sort.position])
    }
  }
}

/** Checks what an app's `sortValue` returns. */
function ownKey(value: SortKey | null | undefined): SortKey | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
  return typeof value === 'string' || typeof value === 'bigint' ? value : undefined
}

const isAddress = /^0x[0-9a-f]{40}$/i

function valueKey(value: AbiValue): SortKey {
  if (typeof value === 'bigint' || typeof value === 'number') return value
  if (typeof value === 'boolean') return Number(value)
  if (typeof value !== 'string') return valueToText(value, room)
  // The case of an address is its checksum.
  return isAddress.test(value) ? value.toLowerCase() : value
}
