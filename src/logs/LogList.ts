import type { RawLog } from './Log.ts'

/**
 * An immutable, array-like snapshot of logs, in order. Hooks return it and tables draw it.
 * Rows are made when they are read, and the same row is the same object each time.
 */
export interface LogList<row = RawLog> extends Iterable<row> {
  readonly length: number
  /** The row at `index`; from the end when negative. */
  at(index: number): row | undefined
  slice(start?: number, end?: number): LogList<row>
  map<value>(fn: (row: row, index: number) => value): value[]
  filter(fn: (row: row, index: number) => boolean): row[]
  toArray(): row[]
}

/** A list over rows that are at hand already: for tests, stories and logs from elsewhere. */
export function createLogList<row>(rows: readonly row[]): LogList<row> {
  return {
    length: rows.length,
    at: (index) => rows.at(index),
    slice: (start, end) => createLogList(rows.slice(start, end)),
    map: (fn) => rows.map(fn),
    filter: (fn) => rows.filter(fn),
    toArray: () => [...rows],
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  }
}
