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
const magic = 0x74703001
const headerBytes = 64

/** Creates a buffer for a segment of these sizes, with empty columns. */
export function createSegmentBuffer(sizes: SegmentSizes): { buffer: ArrayBuffer; columns: SegmentColumns } {
  const { total } = place(sizes)
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
  return { buffer, columns: view(buffer, sizes) }
}

/**
 * The columns of a buffer from storage or a Worker; `undefined` if it is not a valid segment of this version.
 *
 * @param isOwn Whether code of this version has just made it: its references need no check, which takes long for many logs.
 */
export function segmentLayout(buffer: ArrayBuffer, isOwn = false): SegmentColumns | undefined {
  if (buffer.byteLength < headerBytes) return undefined
  const header = new Uint32Array(buffer, 0, 11)
  if (header[0] !== magic) return undefined
  const sizes: SegmentSizes = {
    length: header[1]!,
    stride: header[2]!,
    blocks: header[3]!,
    timestamps: header[4]!,
    txs: header[5]!,
    shortWords: header[6]!,
    longWords: header[7]!,
    dataBytes: header[8]!,
    maxLogIndex: header[9]!,
    maxDataLength: header[10]!,
  }
  if (sizes.stride > 4 || place(sizes).total !== buffer.byteLength) return undefined
  const columns = view(buffer, sizes)
  return isOwn || sound(columns, sizes) ? columns : undefined
}

function bytesFor(max: number): 1 | 2 | 4 {
  return max < 0x100 ? 1 : max < 0x10000 ? 2 : 4
}

/** The offset of each column, widest integers first, and the total size. */
function place(sizes: SegmentSizes) {
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

function view(buffer: ArrayBuffer, sizes: SegmentSizes): SegmentColumns {
  const places = place(sizes)
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

/** Whether every reference is valid: a buffer from disk may hold anything. */
function sound(columns: SegmentColumns, sizes: SegmentSizes): boolean {
  const { blocks, txs, shortWords, longWords, stride, timestamps } = sizes
  if (timestamps !== 0 && timestamps !== blocks) return false
  if (!columns.blockNumbers.every((number) => Number.isSafeInteger(number) && number >= 0)) return false
  if (
    !columns.blockTimestamps.every((time) => Number.isNaN(time) || (Number.isSafeInteger(time) && time >= 0))
  )
    return false
  if (!columns.txBlocks.every((block) => block < blocks)) return false
  let end = 0
  for (let index = 0; index < columns.length; index++) {
    const flags = columns.logFlags[index]!
    if (columns.logTxs[index]! >= txs || columns.logAddresses[index]! >= shortWords) return false
    if ((flags & 7) > stride || flags > 15) return false
    for (let position = 0; position < (flags & 7); position++) {
      const topic = columns.logTopics[index * stride + position]!
      if (topic >>> 1 >= (topic & 1 ? shortWords : longWords)) return false
    }
    const next = columns.dataEnds[index]!
    if (next < end || next - end > columns.dataLengths[index]!) return false
    end = next
  }
  return end === sizes.dataBytes
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
