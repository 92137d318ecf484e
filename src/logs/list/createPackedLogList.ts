import type { LogSegment } from '../columns/LogSegment.ts'
import { countLogs, rowsBetween } from '../columns/LogSelection.ts'
import type { LogSelection } from '../columns/LogSelection.ts'
import type { Decoder } from '../decode/createDecoder.ts'
import { selectDecodable } from '../decode/selectDecodable.ts'
import type { LogRow } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import { positionAt, sliceBounds } from './listPositions.ts'
import type { LogList, LogListJson } from './LogList.ts'
import { rowsOf } from './LogRows.ts'
import type { DecodedLogRow } from './LogRows.ts'
import { toLogJson } from './toLogJson.ts'

export interface PackedLogListOptions {
  /** Packed logs, whole segments or selections, in ascending order and not overlapping, whatever `order` is. */
  readonly segments: readonly (LogSegment | LogSelection)[]
  /** Oldest first or newest first. @default 'asc' */
  readonly order?: 'asc' | 'desc' | undefined
  /** Reads the rows. The same decoder gives the same rows. @default none: rows stay raw */
  readonly decoder?: Decoder | undefined
  /** Leaves out logs with an event's topic but not its shape, and counts them as undecodable. @default the decoder's */
  readonly strict?: boolean | undefined
  /** Whether to `keep` (undecoded) or `drop` logs that match none of the decoder's events. @default 'keep' */
  readonly unknown?: 'keep' | 'drop' | undefined
  /** Number of logs left out earlier, to add to `undecodable`. @default 0 */
  readonly undecodable?: number | undefined
}

/**
 * Creates a list over packed logs. The cost depends on the number of segments, not of logs: lists share segments, and
 * rows are created and decoded when read. While a row is referenced, it is the same object in every list over the same
 * segment with the same decoder, except beyond 500,000 rows read without a pause.
 */
export function createPackedLogList<row extends LogRow = DecodedLogRow>(
  options: PackedLogListOptions,
): LogList<row> {
  const { segments, order = 'asc', decoder, strict = decoder?.strict ?? false, unknown = 'keep' } = options
  const parts: Part[] = []
  let length = 0
  let undecodable = options.undecodable ?? 0
  for (const item of segments) {
    const selection: LogSelection = 'segment' in item ? item : { segment: item, rows: undefined }
    const { segment } = selection
    const fit = decoder && selectDecodable(selection, decoder, { strict, unknown })
    const rows = fit ? fit.rows : selection.rows
    const count = rows ? rows.length : segment.length
    undecodable += fit?.undecodable ?? 0
    if (count === 0) continue
    parts.push({ segment, rows, start: length, read: rowsOf(segment, decoder) })
    length += count
  }
  return new PackedLogList<row>(parts, decoder, order === 'desc', 0, length, undecodable)
}

interface Part {
  readonly segment: LogSegment
  readonly rows: Uint32Array | undefined
  /** Number of logs in the parts before it. */
  readonly start: number
  readonly read: (index: number) => LogRow
}

class PackedLogList<row extends LogRow> implements LogList<row> {
  readonly length: number
  readonly undecodable: number
  readonly decoder: Decoder | undefined
  readonly #parts: readonly Part[]
  readonly #newestFirst: boolean
  /** The list's window into the parts, in ascending order. */
  readonly #from: number
  readonly #to: number

  constructor(
    parts: readonly Part[],
    decoder: Decoder | undefined,
    newestFirst: boolean,
    from: number,
    to: number,
    undecodable: number,
  ) {
    this.#parts = parts
    this.decoder = decoder
    this.#newestFirst = newestFirst
    this.#from = from
    this.#to = to
    this.length = to - from
    this.undecodable = undecodable
  }

  narrow(selections: readonly LogSelection[]): LogList<row> {
    return createPackedLogList<row>({
      segments: selections,
      order: this.#newestFirst ? 'desc' : 'asc',
      decoder: this.decoder,
      // Misfits are left out already.
      strict: false,
      undecodable: this.undecodable,
    })
  }

  at(index: number): row | undefined {
    const at = positionAt(index, this.length)
    if (at === undefined) return undefined
    const position = this.#newestFirst ? this.#to - 1 - at : this.#from + at
    return this.#read(this.#parts[this.#find(position)]!, position)
  }

  slice(start = 0, end = this.length): LogList<row> {
    const [from, to] = sliceBounds(start, end, this.length)
    const [low, high] = this.#newestFirst
      ? [this.#to - to, this.#to - from]
      : [this.#from + from, this.#from + to]
    return new PackedLogList<row>(this.#parts, this.decoder, this.#newestFirst, low, high, this.undecodable)
  }

  map<value>(fn: (row: row, index: number) => value): value[] {
    const values: value[] = []
    for (const row of this) values.push(fn(row, values.length))
    return values
  }

  filter(fn: (row: row, index: number) => boolean): row[] {
    const kept: row[] = []
    let index = 0
    for (const row of this) if (fn(row, index++)) kept.push(row)
    return kept
  }

  toArray(): row[] {
    return this.map((row) => row)
  }

  toJSON(): LogListJson {
    return { version: 1, logs: this.map(toLogJson), undecodable: this.undecodable }
  }

  selections(): readonly LogSelection[] {
    const from = this.#from
    const to = this.#to
    return this.#parts.flatMap((part, at) => {
      const end = this.#parts[at + 1]?.start ?? part.start + countLogs(part)
      if (part.start >= to || end <= from) return []
      const { segment, rows, start } = part
      if (start >= from && end <= to) return { segment, rows }
      const first = Math.max(from, start) - start
      const last = Math.min(to, end) - start
      return {
        segment,
        rows: rows ? rows.subarray(first, last) : rowsBetween(first, last),
      }
    })
  }

  *[Symbol.iterator](): Generator<row, undefined> {
    if (this.length === 0) return
    const step = this.#newestFirst ? -1 : 1
    let position = this.#newestFirst ? this.#to - 1 : this.#from
    let at = this.#find(position)
    for (let left = this.length; left > 0; left--, position += step) {
      if (position < this.#parts[at]!.start) at--
      else if (position >= (this.#parts[at + 1]?.start ?? Infinity)) at++
      yield this.#read(this.#parts[at]!, position)
    }
  }

  #read(part: Part, position: number): row {
    const index = position - part.start
    return part.read(part.rows ? part.rows[index]! : index) as row
  }

  /** The index of the part that contains a position. */
  #find(position: number): number {
    return lowerBound(this.#parts.length - 1, (index) => this.#parts[index + 1]!.start <= position)
  }
}
