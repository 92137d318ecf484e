import { chainValue } from '../../../logs/decode/chainValues.ts'
import { formatUnits } from '../../../logs/decode/formatUnits.ts'
import { isAmount } from '../../../logs/decode/TokenUnit.ts'
import type { TokenUnit } from '../../../logs/decode/TokenUnit.ts'
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

// Rows per time slice, and characters of one value that are searched.
const portion = 100
const longest = 4_096
// Milliseconds between two updates of the count.
const pause = 150

/**
 * A test whether a log has a text: in its event's name, decoded values as they are and as the table shows them, labels, addresses
 * and transaction; for hex also in its block hash, topics and data. A block or log index matches as a whole number. Shortened hex
 * (`0x1234…cdef`) matches what it may stand for.
 */
export function logFinder(
  text: string,
  { labels, tokens, locale }: FindOptions,
): ((log: LogRow) => boolean) | undefined {
  const needle = text.trim().toLowerCase()
  if (needle === '') return undefined
  const isHex = needle.startsWith('0x')
  const digits = /^\d+$/.test(needle.replaceAll(/[\s.,'’_]/g, '')) ? needle.replaceAll(/\D/g, '') : undefined
  const [start, end] = isHex ? needle.split(/…|\.\.\./, 2) : []
  const holds = (value: string) => {
    const lower = value.slice(0, longest).toLowerCase()
    if (end !== undefined) return lower.startsWith(start!) && lower.endsWith(end)
    return lower.includes(needle)
  }
  const named = (log: LogRow, address: string) => {
    const label = chainValue(labels, log, address)
    return label !== undefined && holds(label)
  }
  return (log) => {
    if (holds(log.address) || named(log, log.address) || holds(log.transactionHash)) return true
    if (digits !== undefined && (digits === `${log.blockNumber}` || digits === `${log.logIndex}`)) return true
    if (isHex && (holds(log.blockHash) || log.topics.some(holds) || holds(log.data))) return true
    const { decoded } = log
    if (!decoded) return false
    if (holds(decoded.name)) return true
    return decoded.args.some(({ value }, position) => {
      const plain = formatArg(value)
      if (holds(plain)) return true
      if (typeof value === 'string') return named(log, value)
      if (typeof value !== 'bigint' || !isQuantity(decoded, position)) return false
      const token = isAmount(decoded, position) ? chainValue(tokens, log) : undefined
      if (!token) return digits !== undefined && holds(groupDigits(value, locale))
      return holds(formatUnits(value, token.decimals)) || holds(amountText(value, token, locale, true))
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
  let next = performance.now() + pause
  for (let row = 0; row < order.length; row++) {
    if (row % portion === portion - 1) {
      if (performance.now() >= next) {
        next = performance.now() + pause
        onFound({ items, rows: rows.slice() })
      }
      yield
    }
    const log = rowAt(order.logAt(row))
    if (log && matches(log)) rows.push(row)
  }
  return { items, rows }
}
