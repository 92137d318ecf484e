import { chainValue } from '../../../logs/decode/addressMap.ts'
import { formatUnits } from '../../../logs/decode/formatUnits.ts'
import { toBigInt } from '../../../logs/decode/toBigInt.ts'
import { isAmount, type TokenUnit } from '../../../logs/decode/TokenUnit.ts'
import { formatArg } from '../../../logs/list/formatArg.ts'
import { readRows } from '../../../logs/list/readRows.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { amountText, groupDigits, isQuantity } from '../../values/amounts.ts'
import type { TableItems } from '../model/TableItems.ts'

export interface FindOptions {
  /** By lower-case address, and by chain id and address. */
  readonly labels: ReadonlyMap<string, string>
  readonly tokens: ReadonlyMap<string, TokenUnit>
  readonly locale: string
}

// Rows per time slice.
const slice = 100
// Characters of a value that are searched.
const maxCharacters = 4_096
// Whole numbers, also with grouped digits, not `1.5`.
const whole = /^\d+$|^\d{1,3}(?:[\s.,'’_]\d{2,3})*[\s.,'’_]\d{3}$/
// Milliseconds between two updates of the count.
const reportInterval = 150

/**
 * A test for a text in a log: its event's name, decoded values (raw and as the table shows them), labels, addresses and transaction
 * hash; for hex also block hash, topics and data. Block numbers and log indexes match as a whole. Shortened hex (`0x1234…cdef`)
 * matches by its start and end.
 */
export function logFinder(
  text: string,
  { labels, tokens, locale }: FindOptions,
): ((log: LogRow) => boolean) | undefined {
  const needle = text.trim().toLowerCase()
  if (needle === '') return undefined
  const isHex = needle.startsWith('0x')
  const digits = whole.test(needle) ? needle.replaceAll(/\D/g, '') : undefined
  const isNumber = !isHex && /\d/.test(needle)
  const [start, end] = isHex ? needle.split(/…|\.\.\./, 2) : []
  const contains = (value: string) => {
    if (end === undefined) return value.slice(0, maxCharacters).toLowerCase().includes(needle)
    const ends = value.slice(0, start!.length) + value.slice(Math.max(0, value.length - end.length))
    return ends.toLowerCase() === start! + end
  }
  const hasLabel = (log: LogRow, address: string) => {
    const label = chainValue(labels, log, address)
    return label !== undefined && contains(label)
  }
  return (log) => {
    if (contains(log.address) || hasLabel(log, log.address) || contains(log.transactionHash)) return true
    if (digits !== undefined && (digits === `${log.blockNumber}` || digits === `${log.logIndex}`)) return true
    if (isHex && (contains(log.blockHash) || log.topics.some(contains) || contains(log.data))) return true
    const { decoded } = log
    const name = decoded?.name ?? log.misfit?.name
    if (name !== undefined && contains(name)) return true
    if (!decoded) return false
    return decoded.args.some(({ value }, position) => {
      const plain = formatArg(value)
      if (contains(plain)) return true
      if (typeof value === 'string') return hasLabel(log, value)
      const integer = toBigInt(value)
      if (integer === undefined || !isQuantity(decoded, position)) return false
      const token = isAmount(decoded, position) ? chainValue(tokens, log) : undefined
      if (!token) return isNumber && contains(groupDigits(integer, locale))
      return (
        contains(formatUnits(integer, token.decimals)) || contains(amountText(integer, token, locale, true))
      )
    })
  }
}

export interface Found {
  readonly items: TableItems
  readonly rows: readonly number[]
}

/** The rows of a table that `matches`. `onFound` is called from time to time with those found so far. */
export function* findRows(
  items: TableItems,
  matches: (log: LogRow) => boolean,
  onFound: (found: Found) => void,
): Generator<void, Found> {
  const { logs, order } = items
  const rowAt = readRows(logs)
  const rows: number[] = []
  let next = performance.now() + reportInterval
  for (let row = 0; row < order.length; row++) {
    if (row % slice === slice - 1) {
      if (performance.now() >= next) {
        next = performance.now() + reportInterval
        onFound({ items, rows: rows.slice() })
      }
      yield
    }
    const log = rowAt(order.logAt(row))
    if (log && matches(log)) rows.push(row)
  }
  return { items, rows }
}
