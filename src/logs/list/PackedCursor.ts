import type { LogRow } from '../Log.ts'
import type { LogList } from './LogList.ts'
import type { LogSegment } from '../columns/LogSegment.ts'
import { countLogs } from '../columns/LogSelection.ts'
import { compareLogs } from '../order.ts'

/** Anything that can be read by position: a `LogList` or an array. */
export type LogSource<row extends LogRow = LogRow> = Pick<
  LogList<row>,
  'length' | 'at' | 'selections' | 'decoder'
>

interface Part {
  readonly segment: LogSegment
  readonly rows: Uint32Array | undefined
  /** How many logs come before its own, oldest first, and with them. */
  readonly start: number
  readonly end: number
}

/** Finds the logs of a list where they are packed. Fast for places that follow each other. */
export class PackedCursor {
  readonly parts: readonly Part[]
  /** Where {@link moveTo} led: which part, and the row of its segment. */
  part = 0
  row = 0
  readonly #length: number
  readonly #newestFirst: boolean

  private constructor(logs: LogSource, parts: readonly Part[]) {
    this.parts = parts
    this.#length = logs.length
    this.#newestFirst = logs.length > 1 && compareLogs(logs.at(0)!, logs.at(-1)!) > 0
  }

  /** `undefined` for a list of rows. */
  static of(logs: LogSource): PackedCursor | undefined {
    const selections = logs.selections?.()
    if (!selections) return undefined
    let end = 0
    const parts = selections.map((selection): Part => {
      const start = end
      end += countLogs(selection)
      return { segment: selection.segment, rows: selection.rows, start, end }
    })
    return new PackedCursor(logs, parts)
  }

  /** Goes to the log at a place of the list. */
  moveTo(index: number): void {
    // Packed logs are oldest first, whichever way their list runs.
    const position = this.#newestFirst ? this.#length - 1 - index : index
    while (position < this.parts[this.part]!.start) this.part--
    while (position >= this.parts[this.part]!.end) this.part++
    const { rows, start } = this.parts[this.part]!
    this.row = rows ? rows[position - start]! : position - start
  }
}
