import { createHash } from 'node:crypto'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { PageIndexes } from 'hyparquet-writer/src/types.js'
import type { ArchiveColumn } from '../../logs/archive/archiveSchema.ts'
import { keyColumns, logColumns, wordColumns } from '../../logs/archive/archiveSchema.ts'
import { hashTopic } from '../../logs/archive/hashTopic.ts'
import { hashBytes, pieceBytes } from '../../logs/archive/PieceHashes.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'
import { version } from '../../logs/version.ts'

/** Rows per group, and bytes per page before compression. Readers fetch single pages, so small pages save bytes. */
const rowsPerGroup = 250_000
const pageBytes = 32 * 1024
/** A larger dictionary would be downloaded for each query that needs a single page. */
const dictionaryBytes = 16 * 1024

/** The rows of one address and topic0 in a file. */
export interface FileKey {
  readonly address: Uint8Array
  readonly topic0: Uint8Array | null
  readonly firstRow: number
  readonly rows: number
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

export interface EncodedFile {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly indexStart: number
  readonly indexSha256: string
}

export interface EncodedLogs extends EncodedFile {
  readonly keys: readonly FileKey[]
  /** The index of words, if it was requested and the logs have any. */
  readonly words: EncodedFile | undefined
}

/** Encodes logs as a file of an archive, sorted by address, topic0, block number and log index. */
export function encodeLogs(logs: LogSegment, { words: hasWords = false } = {}): EncodedLogs {
  const words = new SegmentBytes(logs)
  const order = words.sortedRows()
  const topic = (position: number) => (row: number) => words.topic(row, position)
  const { columns } = logs
  const blockOf = (row: number) => columns.txBlocks[columns.logTxs[row]!]!
  const read: Readonly<Record<(typeof logColumns)[number]['name'], (row: number) => unknown>> = {
    address: (row) => words.address(row),
    topic0: topic(0),
    block_number: (row) => BigInt(columns.blockNumbers[blockOf(row)]!),
    log_index: (row) => columns.logIndexes[row],
    transaction_index: (row) => columns.txIndexes[columns.logTxs[row]!],
    topic1: topic(1),
    topic2: topic(2),
    topic3: topic(3),
    data: (row) => words.data(row),
    transaction_hash: (row) => words.hash(columns.txHashes, columns.logTxs[row]!),
    block_hash: (row) => words.hash(columns.blockHashes, blockOf(row)),
    block_timestamp: (row) => {
      const timestamp = columns.blockTimestamps[blockOf(row)]
      return timestamp === undefined || Number.isNaN(timestamp) ? null : BigInt(timestamp)
    },
  }
  const groups = Array.from({ length: Math.ceil(order.length / rowsPerGroup) }, (_, group) =>
    order.subarray(group * rowsPerGroup, (group + 1) * rowsPerGroup),
  )
  const file = encode(
    logColumns,
    groups.map((rows) => (name) => Array.from(rows, read[name as keyof typeof read])),
  )
  return { ...file, keys: words.keysOf(order), words: hasWords ? encodeWords(words, order) : undefined }
}

/** Encodes the rows of all topics after the first, sorted by a hash of the topic. */
function encodeWords(words: SegmentBytes, order: Uint32Array): EncodedFile | undefined {
  const entries = words.topicRows(order)
  if (entries.length === 0) return undefined
  const read = {
    hash: (entry: bigint) => Number(entry >> 32n),
    row: (entry: bigint) => Number(entry & 0xffffffffn),
  }
  const groups = Array.from({ length: Math.ceil(entries.length / rowsPerGroup) }, (_, group) =>
    entries.subarray(group * rowsPerGroup, (group + 1) * rowsPerGroup),
  )
  return encode(
    wordColumns,
    groups.map((rows) => (name) => Array.from(rows, read[name as keyof typeof read])),
  )
}

/** Encodes the index of keys, sorted by address, topic0 and file. */
export function encodeKeys(keys: readonly (FileKey & { readonly file: number })[]): EncodedFile {
  const sorted = keys.toSorted(
    (a, b) =>
      Buffer.compare(a.address, b.address) ||
      Buffer.compare(a.topic0 ?? none, b.topic0 ?? none) ||
      a.file - b.file,
  )
  const read: Readonly<
    Record<(typeof keyColumns)[number]['name'], (key: (typeof sorted)[number]) => unknown>
  > = {
    file: ({ file }) => file,
    address: ({ address }) => address,
    topic0: ({ topic0 }) => topic0,
    first_row: ({ firstRow }) => firstRow,
    rows: ({ rows }) => rows,
    from_block: ({ fromBlock }) => fromBlock,
    to_block: ({ toBlock }) => toBlock,
  }
  return encode(keyColumns, [(name) => sorted.map(read[name as keyof typeof read])])
}

const none = new Uint8Array()

/** One function per row group, which returns the values of a column. */
function encode(
  columns: readonly ArchiveColumn[],
  groups: readonly ((name: string) => readonly unknown[])[],
): EncodedFile {
  const writer = new ByteWriter()
  const file = new ParquetWriter({
    writer,
    schema: [
      { name: 'root', num_children: columns.length },
      ...columns.map(({ name, bytes, type, isOptional }) => ({
        name,
        type: type ?? ('FIXED_LEN_BYTE_ARRAY' as const),
        ...(bytes !== undefined && { type_length: bytes }),
        repetition_type: isOptional ? ('OPTIONAL' as const) : ('REQUIRED' as const),
      })),
    ],
    createdBy: `topic0 ${version}`,
  })
  for (const valuesOf of groups) {
    const columnData = columns.map(({ name }) => ({
      name,
      data: [...valuesOf(name)],
      ...encodingOf(name),
      // Query engines skip pages by these columns; others are not sorted.
      columnIndex: name === 'address' || name === 'topic0' || name === 'block_number' || name === 'hash',
    }))
    if (columnData[0]!.data.length === 0) continue
    void file.write({
      columnData,
      rowGroupSize: rowsPerGroup,
      pageSize: pageBytes,
      dictionarySize: dictionaryBytes,
    })
  }
  const indexStart = writer.offset
  writer.appendBytes(hashPieces(new Uint8Array(writer.buffer, 0, indexStart), file.pendingIndexes))
  void file.finish()
  const bytes = writer.getBytes().slice()
  const indexSha256 = createHash('sha256').update(bytes.subarray(indexStart)).digest('hex')
  return { bytes, indexStart, indexSha256 }
}

/** The lengths and hashes of all pages and dictionaries of a file, by which readers check ranges. */
function hashPieces(bytes: Uint8Array, indexes: readonly PageIndexes[]): Uint8Array {
  const starts = indexes.flatMap(({ chunk, offsetIndex }) => [
    ...[chunk.meta_data?.dictionary_page_offset ?? []].flat().map(Number),
    ...(offsetIndex?.page_locations ?? []).map(({ offset }) => Number(offset)),
  ])
  const edges = [...new Set([0, ...starts, bytes.length])].sort((a, b) => a - b)
  const hashes = new Uint8Array(4 + (edges.length - 1) * pieceBytes)
  const view = new DataView(hashes.buffer)
  view.setUint32(0, edges.length - 1, true)
  for (const [piece, from] of edges.slice(0, -1).entries()) {
    const content = bytes.subarray(from, edges[piece + 1])
    view.setUint32(4 + piece * pieceBytes, content.length, true)
    const hash = createHash('sha256').update(content).digest().subarray(0, hashBytes)
    hashes.set(hash, 8 + piece * pieceBytes)
  }
  return hashes
}

/** Values that hardly repeat, and sorted numbers. Others get a dictionary where that is smaller. */
function encodingOf(name: string) {
  if (name === 'block_number' || name === 'from_block' || name === 'hash' || name === 'row')
    return { encoding: 'DELTA_BINARY_PACKED' as const }
  return name.endsWith('hash') || name === 'data' ? { encoding: 'PLAIN' as const } : {}
}

/** The values of a segment as bytes. Equal words are one object, so that they are compared once. */
class SegmentBytes {
  readonly #logs: LogSegment
  readonly #short = new Map<number, Uint8Array>()
  readonly #padded = new Map<number, Uint8Array>()
  readonly #long = new Map<number, Uint8Array>()

  constructor(logs: LogSegment) {
    this.#logs = logs
  }

  address(row: number): Uint8Array {
    const { logAddresses, shortWords } = this.#logs.columns
    return memo(this.#short, logAddresses[row]!, (id) => toBytes(shortWords, id * 5, 5, 0))
  }

  topic(row: number, position: number): Uint8Array | null {
    const { columns } = this.#logs
    if (position >= this.#logs.topicCount(row)) return null
    const reference = columns.logTopics[row * columns.stride + position]!
    return reference & 1
      ? memo(this.#padded, reference >>> 1, (id) => toBytes(columns.shortWords, id * 5, 5, 12))
      : memo(this.#long, reference >>> 1, (id) => toBytes(columns.longWords, id * 8, 8, 0))
  }

  hash(words: Uint32Array, id: number): Uint8Array {
    return toBytes(words, id * 8, 8, 0)
  }

  data(row: number): Uint8Array {
    const { data, dataEnds, dataLengths } = this.#logs.columns
    const from = row === 0 ? 0 : dataEnds[row - 1]!
    const bytes = new Uint8Array(dataLengths[row]!)
    bytes.set(data.subarray(from, dataEnds[row]), bytes.length - (dataEnds[row]! - from))
    return bytes
  }

  /** The rows by address and topic0; within them, in the order of the chain. */
  sortedRows(): Uint32Array {
    const { length } = this.#logs
    const addressRanks = ranksOf(length, (row) => this.address(row))
    const topicRanks = ranksOf(length, (row) => this.topic(row, 0) ?? none)
    return Uint32Array.from({ length }, (_, row) => row).sort(
      (a, b) => addressRanks[a]! - addressRanks[b]! || topicRanks[a]! - topicRanks[b]! || a - b,
    )
  }

  /** The hash of each topic after the first, and the place of its log in `order`, in one number. Sorted. */
  topicRows(order: Uint32Array): BigUint64Array {
    const { stride, logTopics, shortWords, longWords } = this.#logs.columns
    const entries = new BigUint64Array(order.length * Math.max(0, stride - 1))
    const value = new Uint32Array(8)
    let count = 0
    for (const [row, log] of order.entries())
      for (let position = 1; position < this.#logs.topicCount(log); position++) {
        const reference = logTopics[log * stride + position]!
        const id = reference >>> 1
        if (reference & 1) value.fill(0, 0, 3)
        for (let k = reference & 1 ? 3 : 0; k < 8; k++)
          value[k] = reference & 1 ? shortWords[id * 5 + k - 3]! : longWords[id * 8 + k]!
        entries[count++] = (BigInt(hashTopic(value, 0, position)) << 32n) | BigInt(row)
      }
    return entries.subarray(0, count).sort()
  }

  keysOf(order: Uint32Array): readonly FileKey[] {
    const keys: FileKey[] = []
    for (let at = 0; at < order.length;) {
      const [address, topic0] = [this.address(order[at]!), this.topic(order[at]!, 0)]
      let end = at + 1
      while (
        end < order.length &&
        this.address(order[end]!) === address &&
        this.topic(order[end]!, 0) === topic0
      )
        end++
      keys.push({
        address,
        topic0,
        firstRow: at,
        rows: end - at,
        fromBlock: this.#logs.blockNumber(order[at]!),
        toBlock: this.#logs.blockNumber(order[end - 1]!),
      })
      at = end
    }
    return keys
  }
}

/** For each row, the rank of its value. Equal values are one object. */
function ranksOf(length: number, valueOf: (row: number) => Uint8Array): Uint32Array {
  const values = Array.from({ length }, (_, row) => valueOf(row))
  const ranks = new Map([...new Set(values)].sort(Buffer.compare).map((value, rank) => [value, rank]))
  return Uint32Array.from(values, (value) => ranks.get(value)!)
}

function memo(known: Map<number, Uint8Array>, id: number, create: (id: number) => Uint8Array): Uint8Array {
  let value = known.get(id)
  if (!value) known.set(id, (value = create(id)))
  return value
}

/** Big-endian words as bytes, behind some zeros. */
function toBytes(words: Uint32Array, at: number, count: number, zeros: number): Uint8Array {
  const bytes = new Uint8Array(zeros + count * 4)
  const view = new DataView(bytes.buffer)
  for (let k = 0; k < count; k++) view.setUint32(zeros + k * 4, words[at + k]!)
  return bytes
}
