import type { LogRow } from '../../logs/Log.ts'
import { listDirection } from './chainOrder.ts'
import type { LogRows } from './findLog.ts'
import type { LocalFilter } from './LocalFilter.ts'
import type { LogSort } from './LogTableView.ts'
import { matchesLocal } from './matchesLocal.ts'
import type { RowOrder } from './RowOrder.ts'

// How many logs are read between two chances to stop.
const slice = 200
const unseen = 0xffffffff

/**
 * Works out which logs are shown, and where, by reading each of them. A generator, so that whoever runs it can let the
 * page breathe: it yields after every few hundred logs.
 */
export function* orderRows(
  logs: LogRows,
  filters: readonly LocalFilter[],
  sort: LogSort | undefined,
): Generator<void, RowOrder> {
  const { length } = logs
  const own = listDirection(logs)
  const isShown = matchesLocal(filters)
  const byName = sort && sort.column !== 'block' ? sort : undefined
  const names = new Map<string, number>()
  const ranks = byName ? new Uint32Array(length) : undefined
  const kept = new Uint32Array(length)
  let count = 0
  for (let index = 0; index < length; index++) {
    if (index % slice === slice - 1) yield
    const log = logs.at(index)
    if (!log || !isShown(log)) continue
    if (ranks && byName) {
      const name = sortName(log, byName.column)
      let rank = names.get(name)
      if (rank === undefined) names.set(name, (rank = names.size))
      ranks[count] = rank
    }
    kept[count++] = index
  }
  const direction = byName ? undefined : (sort?.direction ?? own)
  const rows = ranks && byName ? group(kept, count, ranks, names, byName.direction) : kept.subarray(0, count)
  if (direction && direction !== own) rows.reverse()
  const back = new Uint32Array(length).fill(unseen)
  for (let row = 0; row < rows.length; row++) {
    if (row % 50_000 === 49_999) yield
    back[rows[row]!] = row
  }
  return {
    length: rows.length,
    logAt: (row) => rows[row] ?? -1,
    rowOf: (index) => {
      const row = back[index]
      return row === undefined || row === unseen ? undefined : row
    },
    direction,
  }
}

function sortName(log: LogRow, column: 'contract' | 'event' | 'block'): string {
  return column === 'contract' ? log.address.toLowerCase() : (log.decoded?.signature ?? log.topics[0] ?? '')
}

/** Few names and many rows: rows are counted into their places, and those of one name keep their order. */
function group(
  kept: Uint32Array,
  count: number,
  ranks: Uint32Array,
  names: ReadonlyMap<string, number>,
  direction: 'asc' | 'desc',
): Uint32Array {
  const sorted = [...names].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0) * (direction === 'asc' ? 1 : -1))
  const sizes = new Uint32Array(names.size)
  for (let at = 0; at < count; at++) sizes[ranks[at]!]!++
  const places = new Uint32Array(names.size)
  let place = 0
  for (const [, rank] of sorted) {
    places[rank] = place
    place += sizes[rank]!
  }
  const rows = new Uint32Array(count)
  for (let at = 0; at < count; at++) rows[places[ranks[at]!]!++] = kept[at]!
  return rows
}
