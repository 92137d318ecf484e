import type { LogSource } from '../../../logs/list/PackedCursor.ts'
import type { LogRow } from '../../../logs/Log.ts'
import { lowerBound } from '../../../logs/lowerBound.ts'
import { compareLogs, logId } from '../../../logs/order.ts'
import type { CoverageGap } from './CoverageGap.ts'
import type { RowOrder } from './RowOrder.ts'

/** A row of the table: a log, or a gap of missing blocks between two logs. */
export type TableItem =
  | { readonly log: LogRow; readonly gap?: undefined }
  | { readonly gap: CoverageGap; readonly log?: undefined }

/** The rows of a table by index: logs in display order, with gaps in their place. */
export class TableItems {
  readonly length: number
  readonly logs: LogSource
  readonly order: RowOrder
  readonly gaps: readonly CoverageGap[]

  constructor(logs: LogSource, order: RowOrder, gaps: readonly CoverageGap[]) {
    this.logs = logs
    this.order = order
    this.gaps = gaps
    this.length = order.length + gaps.length
  }

  at(row: number): TableItem | undefined {
    if (row < 0 || row >= this.length) return undefined
    const passed = this.#gapsBefore(row)
    const gap = this.gaps[passed]
    if (gap && gap.before + passed === row) return { gap }
    const log = this.logs.at(this.order.logAt(row - passed))
    return log && { log }
  }

  logAt(row: number): LogRow | undefined {
    return this.at(row)?.log
  }

  /** The row of a log, looking near `hint` first. */
  rowOf(log: LogRow, hint: number): number | undefined {
    const guess = this.order.logAt(Math.max(0, hint - this.#gapsBefore(hint)))
    const index = findLog(this.logs, log, guess)
    const among = index === undefined ? undefined : this.order.rowOf(index)
    return among === undefined ? undefined : among + this.#gapsUpTo(among)
  }

  /** The row of a gap. */
  rowOfGap(gap: CoverageGap): number | undefined {
    const at = this.gaps.findIndex((other) => gapKey(other) === gapKey(gap))
    return at < 0 ? undefined : this.gaps[at]!.before + at
  }

  /** How many logs are above row `row`. */
  logsAbove(row: number): number {
    return row - this.#gapsBefore(row)
  }

  /** How many gaps are above row `row`. */
  #gapsBefore(row: number): number {
    return this.#count((gap, at) => gap.before + at < row)
  }

  /** How many gaps are above the log that has `among` others above it. */
  #gapsUpTo(among: number): number {
    return this.#count((gap) => gap.before <= among)
  }

  #count(isBefore: (gap: CoverageGap, at: number) => boolean): number {
    return lowerBound(this.gaps.length, (at) => isBefore(this.gaps[at]!, at))
  }
}

/** A stable key of a row. */
export function itemKey(item: TableItem): string {
  return item.log ? `${logId(item.log)}${item.log.removed ? ':removed' : ''}` : gapKey(item.gap)
}

function gapKey({ state, range, chainId }: CoverageGap): string {
  return `${chainId ?? ''}${state}:${range.from}-${range.to}`
}

/**
 * The index of `log` in an ascending or descending list, looking at `hint` first; `undefined` if absent. Reads a
 * handful of rows, whatever the length.
 */
export function findLog(logs: LogSource, log: LogRow, hint: number): number | undefined {
  const same = (index: number) => {
    const row = index >= 0 && index < logs.length ? logs.at(index) : undefined
    return row !== undefined && (row === log || logId(row) === logId(log))
  }
  if (same(hint)) return hint
  const first = logs.at(0)
  const last = logs.at(-1)
  if (!first || !last) return undefined
  const { compare = compareLogs } = logs
  const direction = compare(first, last) > 0 ? -1 : 1
  const found = lowerBound(logs.length, (index) => {
    const row = logs.at(index)
    return row !== undefined && compare(row, log) * direction < 0
  })
  // A removed log and its replacement have the same position.
  for (let at = found; at < logs.length; at++) {
    if (same(at)) return at
    const row = logs.at(at)
    if (!row || compare(row, log) !== 0) return undefined
  }
  return undefined
}
