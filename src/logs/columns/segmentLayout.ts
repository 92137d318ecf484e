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
  /** `stride` per log: twice the position in `longWords`, or twice that in `shortWords` plus 1. */
  readonly logTopics: Indexes
  /** Number of topics, plus 8 for a removed log. */
  readonly logFlags: Uint8Array
  /** The end of each log's data, which starts at the end of the previous one. Leading zero bytes are left out. */
  readonly dataEnds: Uint32Array
  /** Bytes of data, including leading zeros. */
  readonly dataLengths: Indexes
  readonly data: Uint8Array
}

const sizeNames = [
  'length',
  'stride',
  'blocks',
  'timestamps',
  'txs',
  'shortWords',
  'longWords',
  'dataBytes',
  'maxLogIndex',
  'maxDataLength',
] as const

/** The counts of a segment, and the largest value of each column of integers. */
export type SegmentSizes = Readonly<Record<(typeof sizeNames)[number], number>>

/** "tp0" and the version, in this machine's byte order: another byte order counts as another version. */
const magic = 0x74703001
const headerBytes = 64

/** Creates a buffer for a segment of these sizes, with empty columns. */
export function createSegmentBuffer(sizes: SegmentSizes): { buffer: ArrayBuffer; columns: SegmentColumns } {
  const buffer = new ArrayBuffer(bytesOf(sizes))
  new Uint32Array(buffer).set([magic, ...sizeNames.map((name) => sizes[name])])
  return { buffer, columns: viewColumns(buffer, sizes) }
}

/** The sizes in a buffer's header; `undefined` if it is not a segment of this version, or has another length. */
export function readSizes(buffer: ArrayBuffer): SegmentSizes | undefined {
  if (buffer.byteLength < headerBytes) return undefined
  const header = new Uint32Array(buffer, 0, 1 + sizeNames.length)
  if (header[0] !== magic) return undefined
  const entries = sizeNames.map((name, at) => [name, header[at + 1]!] as const)
  const sizes = Object.fromEntries(entries) as SegmentSizes
  return sizes.stride <= 4 && bytesOf(sizes) === buffer.byteLength ? sizes : undefined
}

interface ColumnType {
  new (buffer: ArrayBuffer, at: number, count: number): Float64Array | Indexes
  readonly BYTES_PER_ELEMENT: number
}

/** The type of a column of integers up to `max`. */
const upTo = (max: number): ColumnType =>
  max < 0x100 ? Uint8Array : max < 0x10000 ? Uint16Array : Uint32Array

/** The type and the number of values of each column, widest first. */
function layoutOf(sizes: SegmentSizes) {
  const { length, blocks, txs, shortWords, longWords } = sizes
  return {
    blockNumbers: [Float64Array, blocks],
    blockTimestamps: [Float64Array, sizes.timestamps],
    blockHashes: [Uint32Array, blocks * 8],
    txHashes: [Uint32Array, txs * 8],
    txIndexes: [Uint32Array, txs],
    txBlocks: [upTo(blocks - 1), txs],
    shortWords: [Uint32Array, shortWords * 5],
    longWords: [Uint32Array, longWords * 8],
    logTxs: [upTo(txs - 1), length],
    logIndexes: [upTo(sizes.maxLogIndex), length],
    logAddresses: [upTo(shortWords - 1), length],
    logTopics: [upTo(Math.max(shortWords * 2 - 1, longWords * 2 - 2)), length * sizes.stride],
    logFlags: [Uint8Array, length],
    dataEnds: [Uint32Array, length],
    dataLengths: [upTo(sizes.maxDataLength), length],
    data: [Uint8Array, sizes.dataBytes],
  } satisfies Record<Exclude<keyof SegmentColumns, 'length' | 'stride'>, [ColumnType, number]>
}

/** Columns begin at multiples of 8 bytes. */
const padded = (bytes: number) => Math.ceil(bytes / 8) * 8

function bytesOf(sizes: SegmentSizes): number {
  const columns: [ColumnType, number][] = Object.values(layoutOf(sizes))
  return columns.reduce((sum, [type, count]) => sum + padded(count * type.BYTES_PER_ELEMENT), headerBytes)
}

/** The columns in a buffer, whose header has these sizes. */
export function viewColumns(buffer: ArrayBuffer, sizes: SegmentSizes): SegmentColumns {
  let at = headerBytes
  const views = Object.entries<[ColumnType, number]>(layoutOf(sizes)).map(([name, [type, count]]) => {
    const view = new type(buffer, at, count)
    at += padded(view.byteLength)
    return [name, view] as const
  })
  const { length, stride } = sizes
  return { length, stride, ...Object.fromEntries(views) } as unknown as SegmentColumns
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
