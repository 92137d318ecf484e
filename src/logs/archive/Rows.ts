/** Where the words of a row are. Side by side rather than in columns, because sorted access jumps between rows. */
export const rowWords = {
  transactionIndex: 0,
  logIndex: 1,
  address: 2,
  topicCount: 3,
  /** Four references, as in a segment. */
  topics: 4,
  /** Where the data begins, which is stored without its leading zeros. */
  dataStart: 8,
  /** Bytes of the data, without and with leading zeros. */
  dataStored: 9,
  dataLength: 10,
  blockHash: 11,
  transactionHash: 19,
  /** How many words a row has. */
  all: 27,
} as const

/** Rows of logs that are being packed, in the order of their file. */
export class Rows {
  length = 0
  blockNumbers = new Float64Array()
  /** `NaN` for a missing one. */
  blockTimestamps = new Float64Array()
  /** The {@link rowWords} of each row, one row after another. */
  words = new Uint32Array()
  /** The first `dataSize` bytes are used. */
  data: DataView = new DataView(new ArrayBuffer())
  dataSize = 0
  /** The number of rows to allocate first. */
  readonly #capacity: number

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Adds a row of zeros. Returns where its words begin. */
  add(blockNumber: number, blockTimestamp: number): number {
    const { length } = this
    if (length === this.blockNumbers.length) this.#grow(Math.max(16, this.#capacity, length * 2))
    this.blockNumbers[length] = blockNumber
    this.blockTimestamps[length] = blockTimestamp
    this.length++
    return length * rowWords.all
  }

  /** Copies the data of the row whose words begin at `at`: the bytes of `source` from `start` to `end`. */
  setData(at: number, source: DataView, start: number, end: number): void {
    const { words } = this
    let first = start
    while (first < end && source.getUint8(first) === 0) first++
    const stored = end - first
    if (stored > this.data.byteLength - this.dataSize) this.#growData(stored)
    words[at + rowWords.dataStart] = this.dataSize
    words[at + rowWords.dataStored] = stored
    words[at + rowWords.dataLength] = end - start
    copyBytes(source, first, this.data, this.dataSize, stored)
    this.dataSize += stored
  }

  #grow(capacity: number): void {
    this.blockNumbers = copyTo(new Float64Array(capacity), this.blockNumbers)
    this.blockTimestamps = copyTo(new Float64Array(capacity), this.blockTimestamps)
    this.words = copyTo(new Uint32Array(capacity * rowWords.all), this.words)
  }

  #growData(more: number): void {
    const bytes = new Uint8Array(Math.max(this.#capacity * 48, (this.dataSize + more) * 2))
    this.data = viewOf(copyTo(bytes, new Uint8Array(this.data.buffer)))
  }
}

function copyTo<column extends Float64Array | Uint32Array | Uint8Array>(
  larger: column,
  column: column,
): column {
  larger.set(column)
  return larger
}

export function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length)
}

/** Copies a few bytes, four at a time: for so few, `set` and a loop over bytes take longer. */
export function copyBytes(from: DataView, start: number, to: DataView, end: number, count: number): void {
  let k = 0
  for (; k + 4 <= count; k += 4) to.setUint32(end + k, from.getUint32(start + k))
  for (; k < count; k++) to.setUint8(end + k, from.getUint8(start + k))
}

/**
 * Reads a hash as eight words. A function of its own: inside of another loop, engines would compile this one alone, and leave
 * its code after eight words, again and again.
 */
export function readHashWords(from: DataView, start: number, words: Uint32Array, at: number): void {
  for (let k = 0; k < 8; k++) words[at + k] = from.getUint32(start + k * 4)
}
