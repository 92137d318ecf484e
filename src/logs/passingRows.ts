import type { Decoder } from './decode/createDecoder.ts'
import type { DecodedEvent, LogRow, RawLog } from './Log.ts'
import { PackedCursor } from './PackedCursor.ts'
import type { LogSource } from './PackedCursor.ts'

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

class PassingRow implements LogRow {
  declare readonly blockTimestamp?: bigint
  readonly address: RawLog['address']
  readonly topics: RawLog['topics']
  readonly data: RawLog['data']
  readonly blockNumber: bigint
  readonly blockHash: RawLog['blockHash']
  readonly transactionHash: RawLog['transactionHash']
  readonly transactionIndex: number
  readonly logIndex: number
  readonly removed: boolean
  readonly #decoder: Decoder | undefined
  #decoded: DecodedEvent | undefined
  #isRead = false

  constructor(log: RawLog, decoder: Decoder | undefined) {
    this.address = log.address
    this.topics = log.topics
    this.data = log.data
    this.blockNumber = log.blockNumber
    this.blockHash = log.blockHash
    this.transactionHash = log.transactionHash
    this.transactionIndex = log.transactionIndex
    this.logIndex = log.logIndex
    this.removed = log.removed
    if (log.blockTimestamp !== undefined) this.blockTimestamp = log.blockTimestamp
    this.#decoder = decoder
  }

  get decoded(): DecodedEvent | undefined {
    if (!this.#isRead) this.#decoded = this.#decoder?.decode(this)
    this.#isRead = true
    return this.#decoded
  }
}
