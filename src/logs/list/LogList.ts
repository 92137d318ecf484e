import type { LogSelection } from '../columns/LogSelection.ts'
import type { Decoder } from '../decode/createDecoder.ts'
import type { RawLog } from '../Log.ts'
import { toLogJson, type LogJson } from './toLogJson.ts'

/**
 * An immutable, array-like snapshot of ordered logs, as hooks return and tables show it. Rows are created when read,
 * and reading a row again returns the same object. Beyond 500,000 rows read without a pause, rows are new objects each
 * time until the code has paused.
 */
export interface LogList<row = RawLog> extends Iterable<row> {
  readonly length: number
  /** Number of requested logs left out because they do not have their event's shape. */
  readonly undecodable: number
  /** The row at `index`; from the end when negative. */
  at(index: number): row | undefined
  slice(start?: number, end?: number): LogList<row>
  map<value>(fn: (row: row, index: number) => value): value[]
  filter(fn: (row: row, index: number) => boolean): row[]
  toArray(): row[]
  /** Plain and JSON-safe. */
  toJSON(): LogListJson
  /**
   * The packed logs behind the list, oldest first whatever its order, for code that reads many at once. Absent for
   * lists of rows.
   */
  selections?(): readonly LogSelection[]
  /** Decodes the packed logs. */
  readonly decoder?: Decoder | undefined
  /** The order of the list, ascending or descending. @default by block number and log index */
  readonly compare?: ((a: RawLog, b: RawLog) => number) | undefined
  /** The same list with only some of its packed logs, given oldest first whatever its order. */
  narrow?(selections: readonly LogSelection[]): LogList<row>
}

/** A list as JSON: raw logs, as in JSON-RPC. They are decoded again when the JSON is revived. */
export interface LogListJson {
  readonly version: 1
  readonly logs: readonly LogJson[]
  readonly undecodable: number
}

/**
 * Creates a list from existing rows: for tests, stories and logs from other sources.
 *
 * @example
 * <LogTable logs={createLogList([log])} />
 */
export function createLogList<row extends RawLog>(rows: readonly row[], undecodable = 0): LogList<row> {
  return {
    length: rows.length,
    undecodable,
    at: (index) => rows.at(index),
    slice: (start, end) => createLogList(rows.slice(start, end), undecodable),
    map: (fn) => rows.map((row, index) => fn(row, index)),
    filter: (fn) => rows.filter((row, index) => fn(row, index)),
    toArray: () => [...rows],
    toJSON: () => ({ version: 1, logs: rows.map(toLogJson), undecodable }),
    [Symbol.iterator]: () => rows[Symbol.iterator](),
  }
}
