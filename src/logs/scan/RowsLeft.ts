import { countLogs } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import type { ScanEvent } from './ScanEvent.ts'
import { toLogsEvent, toPreviewEvent } from './toLogsEvent.ts'

/** Counts the rows that a scan still wants, and makes its events, none of which has more. */
export class RowsLeft {
  readonly #query: ParsedLogQuery
  readonly #wholeBlocks: boolean | undefined
  #count: number

  constructor(query: ParsedLogQuery, wholeBlocks: boolean | undefined) {
    this.#query = query
    this.#wholeBlocks = wholeBlocks
    this.#count = query.limit ?? Number.POSITIVE_INFINITY
  }

  get count(): number {
    return this.#count
  }

  get isFull(): boolean {
    return this.#count <= 0
  }

  /** The event for a range that was read completely. Its rows are counted. */
  take(read: RangeLogs): ScanEvent {
    const event = toLogsEvent(read, this.#query, this.#count, this.#wholeBlocks)
    this.#count -= countLogs(event.selection)
    return event
  }

  /** The event for logs that may not be complete. */
  preview(read: RangeLogs): ScanEvent {
    return toPreviewEvent(read, this.#query, this.#count)
  }

  /** Counts from the start: the events so far are discarded. */
  restart(): void {
    this.#count = this.#query.limit ?? Number.POSITIVE_INFINITY
  }
}
