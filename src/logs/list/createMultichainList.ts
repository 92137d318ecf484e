import type { LogRow, RawLog } from '../Log.ts'
import { compareLogs } from '../order.ts'
import { ListWindow } from './ListWindow.ts'
import type { LogList, LogListJson } from './LogList.ts'
import { withChainId, type ChainRow } from './LogRows.ts'
import { PackedCursor } from './PackedCursor.ts'
import { toLogJson } from './toLogJson.ts'

/** The packed logs of one chain, in the order of the whole list. */
export interface ChainList<row extends LogRow = LogRow> {
  readonly chainId: number
  readonly list: LogList<row>
}

/** Whether logs of all chains are in order of time, or one chain comes after the other. */
export type MultichainOrder = 'time' | 'chain'

export interface MultichainList<row extends LogRow = LogRow> extends LogList<row & ChainRow> {
  readonly sortedBy: MultichainOrder
}

/**
 * Creates one list of the logs of several chains. Block numbers of different chains are not comparable: logs are
 * ordered by time if every log has a timestamp, else by chain. Logs of one chain always keep their order. Rows are
 * created when read.
 */
export function createMultichainList<row extends LogRow>(
  chains: readonly ChainList<row>[],
  order: 'asc' | 'desc',
): MultichainList<row> {
  const isDescending = order === 'desc'
  // A descending list is an ascending one read backwards, so chains are reversed to keep their order.
  const ascending = isDescending ? chains.toReversed() : chains
  let length = 0
  const parts = ascending.map(({ chainId, list }): Part<row> => {
    const start = length
    length += list.length
    return { chainId, list, start }
  })
  const filled = parts.filter(({ list }) => list.length > 0)
  const merged = filled.length > 1 ? mergeByTime(filled) : undefined
  const byTime = merged !== undefined || filled.length <= 1
  const ranks = new Map(parts.map(({ chainId }, rank) => [chainId, rank]))
  const rankOf = (log: RawLog) => ranks.get((log as RawLog & ChainRow).chainId) ?? -1
  function compare(a: RawLog, b: RawLog): number {
    const ranks = rankOf(a) - rankOf(b)
    // Within a chain, some logs may have no time.
    if (ranks === 0) return compareLogs(a, b)
    return (byTime && Number((a.blockTimestamp ?? 0n) - (b.blockTimestamp ?? 0n))) || ranks
  }
  function read(position: number): row & ChainRow {
    const at = merged ? merged[position]! : position
    const { chainId, list, start } = parts.findLast((part) => part.start <= at)!
    const index = at - start
    return withChainId(list.at(isDescending ? list.length - 1 - index : index)!, chainId)
  }
  const undecodable = chains.reduce((sum, { list }) => sum + list.undecodable, 0)
  const whole = { read, compare, isDescending, undecodable, sortedBy: byTime ? 'time' : 'chain' } as const
  return new MultichainRows(whole, 0, length)
}

interface Part<row extends LogRow> extends ChainList<row> {
  /** Number of logs in the parts before it. */
  readonly start: number
}

interface Whole<row extends LogRow> {
  /** Reads the row at an ascending position. */
  readonly read: (position: number) => row & ChainRow
  readonly compare: (a: RawLog, b: RawLog) => number
  readonly isDescending: boolean
  readonly undecodable: number
  readonly sortedBy: MultichainOrder
}

class MultichainRows<row extends LogRow> extends ListWindow<row & ChainRow> implements MultichainList<row> {
  readonly undecodable: number
  readonly sortedBy: MultichainOrder
  readonly compare: (a: RawLog, b: RawLog) => number
  readonly #whole: Whole<row>

  constructor(whole: Whole<row>, from: number, to: number) {
    super(from, to, whole.isDescending)
    this.#whole = whole
    this.undecodable = whole.undecodable
    this.sortedBy = whole.sortedBy
    this.compare = whole.compare
  }

  toJSON(): LogListJson {
    const logs = this.map((row) => ({ ...toLogJson(row), chainId: row.chainId }))
    return { version: 1, logs, undecodable: this.undecodable }
  }

  protected read(position: number): row & ChainRow {
    return this.#whole.read(position)
  }

  protected window(from: number, to: number): LogList<row & ChainRow> {
    return new MultichainRows(this.#whole, from, to)
  }
}

/** The positions of all logs by time, ascending; `undefined` if a log has no timestamp. */
function mergeByTime(parts: readonly Part<LogRow>[]): Uint32Array | undefined {
  const times: Float64Array[] = []
  let length = 0
  for (const { list } of parts) {
    const some = timesOf(list)
    if (!some) return undefined
    times.push(some)
    length += some.length
  }
  const merged = new Uint32Array(length)
  const next = times.map(() => 0)
  for (let position = 0; position < length; position++) {
    let first = -1
    let earliest = Number.POSITIVE_INFINITY
    for (const [at, some] of times.entries()) {
      const time = some[next[at]!]
      if (time === undefined || time >= earliest) continue
      first = at
      earliest = time
    }
    merged[position] = parts[first]!.start + next[first]!++
  }
  return merged
}

/** The timestamps of packed logs, oldest first; `undefined` if one is not known. */
function timesOf(list: LogList<LogRow>): Float64Array | undefined {
  const cursor = PackedCursor.of(list)
  if (!cursor) return undefined
  const times = new Float64Array(list.length)
  for (const { segment, rows, start, end } of cursor.parts) {
    const { blockTimestamps, txBlocks, logTxs } = segment.columns
    for (let at = start; at < end; at++) {
      const row = rows ? rows[at - start]! : at - start
      const time = blockTimestamps[txBlocks[logTxs[row]!]!]
      if (time === undefined || Number.isNaN(time)) return undefined
      times[at] = time
    }
  }
  return times
}
