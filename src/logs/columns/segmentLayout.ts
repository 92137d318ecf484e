/** Integers, each in as few bytes as the largest of them needs. */
export type Indexes = Uint8Array | Uint16Array | Uint32Array

/** The columns of a segment. Logs refer to transactions, transactions to blocks, and all to shared words. */
export interface SegmentColumns {
  readonly length: number
  /** Topics stored per log: the most that any log has. */
  readonly stride: number
  readonly blockNumbers: Float64Array
  /** Seconds; `NaN` if the node sent none, and empty if it never sent any. */
  readonly blockTimestamps: Float64Array
  /** 8 words each, like all hashes. */
  readonly blockHashes: Uint32Array
  readonly txHashes: Uint32Array
  readonly txIndexes: Uint32Array
  readonly txBlocks: Indexes
  /** Addresses, and topics that begin with 12 zero bytes: 5 words each. */
  readonly shortWords: Uint32Array
  /** All other topics: 8 words each. */
  readonly longWords: Uint32Array
  readonly logTxs: Indexes
  readonly logIndexes: Indexes
  /** Positions in `shortWords`. */
  readonly logAddresses: Indexes
  /** `stride` per log: twice the position in `longWords`, or in `shortWords` and one more. */
  readonly logTopics: Indexes
  /** Number of topics, and 8 more for a log that was removed. */
  readonly logFlags: Uint8Array
  /** The end of each log's data, which starts at the end of the previous one. Leading zero bytes are left out. */
  readonly dataEnds: Uint32Array
  /** Bytes of data, including leading zeros. */
  readonly dataLengths: Indexes
  readonly data: Uint8Array
}

/** The counts of a segment, and the largest value of each column of integers. */
export interface SegmentSizes {
  readonly length: number
  readonly stride: number
  readonly blocks: number
  readonly timestamps: number
  readonly txs: number
  readonly shortWords: number
  readonly longWords: number
  readonly dataBytes: number
  readonly maxLogIndex: number
  readonly maxDataLength: number
}

/** "tp0" and the version, in this machine's byte order: another byte order counts as another version. */
export const magic = 0x74703001
export const headerBytes = 64

/** Creates a buffer for a segment of these sizes, with empty columns. */
export function createSegmentBuffer(sizes: SegmentSizes): { buffer: ArrayBuffer; columns: SegmentColumns } {
  const { total } = placeColumns(sizes)
  const buffer = new ArrayBuffer(total)
  new Uint32Array(buffer, 0, 11).set([
    magic,
    sizes.length,
    sizes.stride,
    sizes.blocks,
    sizes.timestamps,
    sizes.txs,
    sizes.shortWords,
    sizes.longWords,
    sizes.dataBytes,
    sizes.maxLogIndex,
    sizes.maxDataLength,
  ])
  return { buffer, columns: viewColumns(buffer, sizes) }
}

function bytesFor(max: number): 1 | 2 | 4 {
  return max < 0x100 ? 1 : max < 0x10000 ? 2 : 4
}

/** The offset of each column, widest integers first, and the total size. */
export function placeColumns(sizes: SegmentSizes) {
  const { length, stride, blocks, timestamps, txs, shortWords, longWords } = sizes
  let total = headerBytes
  const column = (count: number, width: number) => {
    const at = total
    total += Math.ceil((count * width) / 8) * 8
    return { at, count, width }
  }
  const maxTopic = Math.max(shortWords * 2 - 1, longWords * 2 - 2, 0)
  return {
    blockNumbers: column(blocks, 8),
    blockTimestamps: column(timestamps, 8),
    blockHashes: column(blocks * 8, 4),
    txHashes: column(txs * 8, 4),
    txIndexes: column(txs, 4),
    txBlocks: column(txs, bytesFor(blocks - 1)),
    shortWords: column(shortWords * 5, 4),
    longWords: column(longWords * 8, 4),
    logTxs: column(length, bytesFor(txs - 1)),
    logIndexes: column(length, bytesFor(sizes.maxLogIndex)),
    logAddresses: column(length, bytesFor(shortWords - 1)),
    logTopics: column(length * stride, bytesFor(maxTopic)),
    logFlags: column(length, 1),
    dataEnds: column(length, 4),
    dataLengths: column(length, bytesFor(sizes.maxDataLength)),
    data: column(sizes.dataBytes, 1),
    total,
  }
}

interface Place {
  readonly at: number
  readonly count: number
  readonly width: number
}

export function viewColumns(buffer: ArrayBuffer, sizes: SegmentSizes): SegmentColumns {
  const places = placeColumns(sizes)
  const floats = ({ at, count }: Place) => new Float64Array(buffer, at, count)
  const words = ({ at, count }: Place) => new Uint32Array(buffer, at, count)
  const bytes = ({ at, count }: Place) => new Uint8Array(buffer, at, count)
  const indexes = (spot: Place): Indexes =>
    spot.width === 1
      ? bytes(spot)
      : spot.width === 2
        ? new Uint16Array(buffer, spot.at, spot.count)
        : words(spot)
  return {
    length: sizes.length,
    stride: sizes.stride,
    blockNumbers: floats(places.blockNumbers),
    blockTimestamps: floats(places.blockTimestamps),
    blockHashes: words(places.blockHashes),
    txHashes: words(places.txHashes),
    txIndexes: words(places.txIndexes),
    txBlocks: indexes(places.txBlocks),
    shortWords: words(places.shortWords),
    longWords: words(places.longWords),
    logTxs: indexes(places.logTxs),
    logIndexes: indexes(places.logIndexes),
    logAddresses: indexes(places.logAddresses),
    logTopics: indexes(places.logTopics),
    logFlags: bytes(places.logFlags),
    dataEnds: words(places.dataEnds),
    dataLengths: indexes(places.dataLengths),
    data: bytes(places.data),
  }
}

/**
 * A key of a log's first topic, topic count and data length, which together distinguish most events. `undefined` for logs
 * without topics or with long data.
 */
export function shapeKey(columns: SegmentColumns, row: number): number | undefined {
  const topicCount = columns.logFlags[row]! & 7
  const dataLength = columns.dataLengths[row]!
  if (topicCount === 0 || dataLength > 0xffff) return undefined
  return (columns.logTopics[row * columns.stride]! * 8 + topicCount) * 0x10000 + dataLength
}
