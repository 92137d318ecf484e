import type { LogSegment } from '../columns/LogSegment.ts'
import { countLogs } from '../columns/LogSelection.ts'
import type { LogRow } from '../Log.ts'
import { compareLogs } from '../order.ts'
import type { LogList } from './LogList.ts'

/** Anything that can be read by position: a `LogList` or an array. */
export type LogSource<row extends LogRow = LogRow> = Pick<
  LogList<row>,
  'length' | 'at' | 'selections' | 'decoder' | 'compare'
>

export interface PackedPart {
  readonly segment: LogSegment
  readonly rows: Uint32Array | undefined
  /** The positions of its logs in the list, oldest first: `end` is exclusive. */
  readonly start: number
  readonly end: number
}

/** Finds a list's logs in their segments. Fast for consecutive positions. */
export class PackedCursor {
  readonly parts: readonly PackedPart[]
  /** The position after {@link moveTo}: the part, and the row in its segment. */
  part = 0
  row = 0
  readonly #length: number
  readonly #newestFirst: boolean

  private constructor(logs: LogSource, parts: readonly PackedPart[]) {
    this.parts = parts
    this.#length = logs.length
    this.#newestFirst = logs.length > 1 && compareLogs(logs.at(0)!, logs.at(-1)!) > 0
  }

  /** `undefined` for a list of rows. */
  static of(logs: LogSource): PackedCursor | undefined {
    const selections = logs.selections?.()
    if (!selections) return undefined
    let end = 0
    const parts = selections.map((selection): PackedPart => {
      const start = end
      end += countLogs(selection)
      return { segment: selection.segment, rows: selection.rows, start, end }
    })
    return new PackedCursor(logs, parts)
  }

  /** Moves to the log at an index of the list. */
  moveTo(index: number): void {
    // Packed logs are oldest first, whichever way their list runs.
    const position = this.#newestFirst ? this.#length - 1 - index : index
    while (position < this.parts[this.part]!.start) this.part--
    while (position >= this.parts[this.part]!.end) this.part++
    const { rows, start } = this.parts[this.part]!
    this.row = rows ? rows[position - start]! : position - start
  }
}
