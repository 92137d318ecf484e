import type { Decoder } from '../decode/createDecoder.ts'
import type { DecodedEvent, LogRow, RawLog } from '../Log.ts'
import { PackedCursor, type LogSource } from './PackedCursor.ts'
import { RowFields } from './RowFields.ts'

/**
 * Reads each row of a list once, without caching it. Rows of packed logs are new objects, whereas the list itself
 * caches rows while they are referenced.
 */
export function readRows(logs: LogSource): (index: number) => LogRow | undefined {
  const cursor = PackedCursor.of(logs)
  if (!cursor) return (index) => logs.at(index)
  const { decoder, length } = logs
  return (index) => {
    if (index < 0 || index >= length) return undefined
    cursor.moveTo(index)
    return new UncachedRow(cursor.parts[cursor.part]!.segment.get(cursor.row), decoder)
  }
}

class UncachedRow extends RowFields implements LogRow {
  readonly #decoder: Decoder | undefined
  #decoded: DecodedEvent | undefined
  #isRead = false

  constructor(log: RawLog, decoder: Decoder | undefined) {
    super(log)
    this.#decoder = decoder
  }

  get decoded(): DecodedEvent | undefined {
    if (!this.#isRead) this.#decoded = this.#decoder?.decode(this)
    this.#isRead = true
    return this.#decoded
  }
}
