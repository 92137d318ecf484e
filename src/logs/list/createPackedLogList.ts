import type { LogSegment } from '../columns/LogSegment.ts'
import { rowsBetween, type LogSelection } from '../columns/LogSelection.ts'
import type { Decoder } from '../decode/createDecoder.ts'
import { selectDecodable, type UnknownLogs } from '../decode/selectDecodable.ts'
import type { LogRow } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import { ListWindow } from './ListWindow.ts'
import type { LogList, LogListJson } from './LogList.ts'
import { rowsOf, type DecodedLogRow } from './LogRows.ts'
import type { PackedPart } from './PackedCursor.ts'
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
  /** Whether to `keep` (undecoded) or `drop` logs that match none of the decoder's events, or which to keep. @default 'keep' */
  readonly unknown?: UnknownLogs | undefined
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
    const start = length
    length += count
    parts.push({ segment, rows, start, end: length, read: rowsOf(segment, decoder) })
  }
  return new PackedLogList<row>({ parts, decoder, isDescending: order === 'desc', undecodable }, 0, length)
}

interface Part extends PackedPart {
  readonly read: (index: number) => LogRow
}

interface Whole {
  readonly parts: readonly Part[]
  readonly decoder: Decoder | undefined
  readonly isDescending: boolean
  readonly undecodable: number
}

class PackedLogList<row extends LogRow> extends ListWindow<row> implements LogList<row> {
  readonly undecodable: number
  readonly decoder: Decoder | undefined
  readonly #whole: Whole
  /** The part that was read last: rows are mostly read in turn. */
  #part: Part | undefined

  constructor(whole: Whole, from: number, to: number) {
    super(from, to, whole.isDescending)
    this.#whole = whole
    this.decoder = whole.decoder
    this.undecodable = whole.undecodable
  }

  narrow(selections: readonly LogSelection[]): LogList<row> {
    return createPackedLogList<row>({
      segments: selections,
      order: this.isDescending ? 'desc' : 'asc',
      decoder: this.decoder,
      // Misfits are left out already.
      strict: false,
      undecodable: this.undecodable,
    })
  }

  toJSON(): LogListJson {
    return { version: 1, logs: this.map(toLogJson), undecodable: this.undecodable }
  }

  selections(): readonly LogSelection[] {
    return this.#whole.parts.flatMap(({ segment, rows, start, end }) => {
      const first = Math.max(this.from, start) - start
      const last = Math.min(this.to, end) - start
      if (first >= last) return []
      if (last - first === end - start) return { segment, rows }
      return { segment, rows: rows ? rows.subarray(first, last) : rowsBetween(first, last) }
    })
  }

  protected read(position: number): row {
    const { parts } = this.#whole
    let part = this.#part
    if (!part || position < part.start || position >= part.end)
      this.#part = part = parts[lowerBound(parts.length, (at) => parts[at]!.end <= position)]!
    const index = position - part.start
    return part.read(part.rows ? part.rows[index]! : index) as row
  }

  protected window(from: number, to: number): LogList<row> {
    return new PackedLogList<row>(this.#whole, from, to)
  }
}
