import type { Decoder } from '../decode/createDecoder.ts'
import type { DecodedEvent, LogRow, RawLog } from '../Log.ts'
import { PackedCursor } from './PackedCursor.ts'
import type { LogSource } from './PackedCursor.ts'
import { RowFields } from './RowFields.ts'

/**
 * Reads the rows of a list for whoever needs each but once: those of packed logs are not the ones that the list gives, which
 * it knows again for as long as anyone holds them, and leave nothing behind.
 */
export function passingRows(logs: LogSource): (index: number) => LogRow | undefined {
  const cursor = PackedCursor.of(logs)
  if (!cursor) return (index) => logs.at(index)
  const { decoder, length } = logs
  return (index) => {
    if (index < 0 || index >= length) return undefined
    cursor.moveTo(index)
    return new PassingRow(cursor.parts[cursor.part]!.segment.get(cursor.row), decoder)
  }
}

class PassingRow extends RowFields implements LogRow {
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
