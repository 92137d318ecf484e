import type { Address, Hash, Hex } from 'viem'
import type { RawLog } from '../Log.ts'
import { lowerBound } from '../lowerBound.ts'
import { bytesToHex, wordsToHex } from './hex.ts'
import type { SegmentColumns } from './segmentLayout.ts'

/**
 * Immutable logs in ascending order, packed into one `ArrayBuffer`: repeated values (addresses, topics, hashes) are stored
 * once, and logs refer to them by id. A transfer takes about 60 bytes; as an object, it would take a thousand.
 *
 * Created by `packLogs` from logs, by `scanReplies` from a node's answer, and by `openSegment` from storage.
 */
export class LogSegment {
  /** The number of logs. */
  readonly length: number
  /** The columns, for code that reads many logs at once. */
  readonly columns: SegmentColumns
  readonly #buffer: ArrayBuffer
  /** The text of recently read values: neighboring logs share addresses, topics and hashes. */
  readonly #texts = new Map<number, Hex>()

  private constructor(buffer: ArrayBuffer, columns: SegmentColumns) {
    this.#buffer = buffer
    this.columns = columns
    this.length = columns.length
  }

  /** Size in memory or on disk, in bytes. */
  get byteLength(): number {
    return this.#buffer.byteLength
  }

  /** The buffers of the segment, not copied: to post to a Worker, or to store. Transferring them empties the segment. */
  toBuffers(): readonly ArrayBuffer[] {
    return [this.#buffer]
  }

  /** The segment of columns that are known to be valid. */
  static fromColumns(buffer: ArrayBuffer, columns: SegmentColumns): LogSegment {
    return new LogSegment(buffer, columns)
  }

  /** The log at `index`: a new object at each call. */
  get(index: number): RawLog {
    if (this.columns.logTxs[index] === undefined)
      throw new RangeError(`There is no log ${index}: the segment has ${this.length}.`)
    const blockTimestamp = this.blockTimestamp(index)
    const log = {
      address: this.address(index),
      topics: this.topics(index),
      data: this.data(index),
      blockNumber: this.blockNumber(index),
      blockHash: this.blockHash(index),
      transactionHash: this.transactionHash(index),
      transactionIndex: this.transactionIndex(index),
      logIndex: this.logIndex(index),
      removed: this.removed(index),
    }
    // A field that the node did not send is left out: `undefined` would show up in every copy.
    return blockTimestamp === undefined ? log : { ...log, blockTimestamp }
  }

  address(index: number): Address {
    return this.#word(this.columns.logAddresses[index]! * 2 + 1)
  }

  topicCount(index: number): number {
    return this.columns.logFlags[index]! & 7
  }

  /** The topic at `position`; `undefined` if the log has fewer. */
  topic(index: number, position: number): Hex | undefined {
    const { columns } = this
    if (position >= (columns.logFlags[index]! & 7)) return undefined
    return this.#topic(columns.logTopics[index * columns.stride + position]!)
  }

  topic0(index: number): Hex | undefined {
    return this.topic(index, 0)
  }

  topics(index: number): readonly Hex[] {
    const { columns } = this
    const count = columns.logFlags[index]! & 7
    const topics = Array.from<Hex>({ length: count })
    for (let position = 0; position < count; position++)
      topics[position] = this.#topic(columns.logTopics[index * columns.stride + position]!)
    return topics
  }

  /** Bytes of data. */
  dataLength(index: number): number {
    return this.columns.dataLengths[index]!
  }

  data(index: number): Hex {
    const { columns } = this
    const from = index === 0 ? 0 : columns.dataEnds[index - 1]!
    const to = columns.dataEnds[index]!
    return bytesToHex(columns.data, from, to, columns.dataLengths[index]! - (to - from))
  }

  blockNumber(index: number): bigint {
    return BigInt(this.columns.blockNumbers[this.#block(index)]!)
  }

  blockHash(index: number): Hash {
    return this.#text(0, this.columns.blockHashes, this.#block(index), 8)
  }

  /** Seconds since the epoch, if the node sent it with the log. */
  blockTimestamp(index: number): bigint | undefined {
    const timestamp = this.columns.blockTimestamps[this.#block(index)]
    return timestamp === undefined || Number.isNaN(timestamp) ? undefined : BigInt(timestamp)
  }

  transactionHash(index: number): Hash {
    return this.#text(1, this.columns.txHashes, this.columns.logTxs[index]!, 8)
  }

  transactionIndex(index: number): number {
    return this.columns.txIndexes[this.columns.logTxs[index]!]!
  }

  logIndex(index: number): number {
    return this.columns.logIndexes[index]!
  }

  removed(index: number): boolean {
    return (this.columns.logFlags[index]! & 8) !== 0
  }

  /** The index of the first log at or after a block; `length` if there is none. */
  findBlock(block: bigint): number {
    return lowerBound(this.length, (index) => this.columns.blockNumbers[this.#block(index)]! < block)
  }

  *[Symbol.iterator](): Generator<RawLog, undefined> {
    for (let index = 0; index < this.length; index++) yield this.get(index)
  }

  #block(index: number): number {
    return this.columns.txBlocks[this.columns.logTxs[index]!]!
  }

  /** The last bit of a topic's reference says whether it is a short word, without its 12 leading zero bytes. */
  #topic(reference: number): Hex {
    const word = this.#word(reference)
    return reference & 1 ? (`0x000000000000000000000000${word.slice(2)}` as const) : word
  }

  #word(reference: number): Hex {
    const id = reference >>> 1
    return reference & 1
      ? this.#text(2, this.columns.shortWords, id, 5)
      : this.#text(3, this.columns.longWords, id, 8)
  }

  /** `kind`: which table of words the value is in. */
  #text(kind: number, words: Uint32Array, id: number, width: number): Hex {
    const key = id * 4 + kind
    const known = this.#texts.get(key)
    if (known !== undefined) return known
    const text = wordsToHex(words, id * width, width)
    if (this.#texts.size >= 512) this.#texts.clear()
    this.#texts.set(key, text)
    return text
  }
}
