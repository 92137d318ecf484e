import { createHash } from 'node:crypto'
import { ByteWriter, ParquetWriter } from 'hyparquet-writer'
import type { PageIndexes } from 'hyparquet-writer/src/types.js'
import { keyColumns, logColumns, wordColumns, type ArchiveColumn } from '../../logs/archive/archiveSchema.ts'
import { hashBytes, pieceBytes } from '../../logs/archive/PieceHashes.ts'
import type { LogSegment } from '../../logs/columns/LogSegment.ts'
import { version } from '../../logs/version.ts'
import { SegmentBytes, type FileKey } from './SegmentBytes.ts'

/** Rows per group, and bytes per page before compression. Readers fetch single pages, so small pages save bytes. */
const rowsPerGroup = 250_000
const pageBytes = 32 * 1024
/** A larger dictionary would be downloaded for each query that needs a single page. */
const dictionaryBytes = 16 * 1024

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
export function encodeLogs(logs: LogSegment, { words = false } = {}): EncodedLogs {
  const bytes = new SegmentBytes(logs)
  const order = bytes.sortedRows()
  const topic = (position: number) => (row: number) => bytes.topic(row, position)
  const { columns } = logs
  const blockOf = (row: number) => columns.txBlocks[columns.logTxs[row]!]!
  const read: Readonly<Record<(typeof logColumns)[number]['name'], (row: number) => unknown>> = {
    address: (row) => bytes.address(row),
    topic0: topic(0),
    block_number: (row) => BigInt(columns.blockNumbers[blockOf(row)]!),
    log_index: (row) => columns.logIndexes[row],
    transaction_index: (row) => columns.txIndexes[columns.logTxs[row]!],
    topic1: topic(1),
    topic2: topic(2),
    topic3: topic(3),
    data: (row) => bytes.data(row),
    transaction_hash: (row) => bytes.hash(columns.txHashes, columns.logTxs[row]!),
    block_hash: (row) => bytes.hash(columns.blockHashes, blockOf(row)),
    block_timestamp: (row) => {
      const timestamp = columns.blockTimestamps[blockOf(row)]
      return timestamp === undefined || Number.isNaN(timestamp) ? null : BigInt(timestamp)
    },
  }
  const file = encode(logColumns, order, read)
  return { ...file, keys: bytes.keysOf(order), words: words ? encodeWords(bytes, order) : undefined }
}

/** Encodes the rows of all topics after the first, sorted by a hash of the topic. */
function encodeWords(bytes: SegmentBytes, order: Uint32Array): EncodedFile | undefined {
  const entries = bytes.topicRows(order)
  if (entries.length === 0) return undefined
  const read = {
    hash: (entry: bigint) => Number(entry >> 32n),
    row: (entry: bigint) => Number(entry & 0xffffffffn),
  }
  return encode(wordColumns, entries, read)
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
  return encode(keyColumns, sorted, read)
}

const none = new Uint8Array()

/** @param read The value of each column in a row. */
function encode<row>(
  columns: readonly ArchiveColumn[],
  rows: { readonly length: number; slice(from: number, to: number): ArrayLike<row> },
  read: Readonly<Record<string, (row: row) => unknown>>,
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
  for (let from = 0; from < rows.length; from += rowsPerGroup) {
    const group = rows.slice(from, from + rowsPerGroup)
    const columnData = columns.map(({ name }) => ({
      name,
      data: Array.from(group, read[name]!),
      ...encodingOf(name),
      // Query engines skip pages by these columns; others are not sorted.
      columnIndex: name === 'address' || name === 'topic0' || name === 'block_number' || name === 'hash',
    }))
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
    Number(chunk.meta_data?.dictionary_page_offset ?? 0),
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

/** The encodings of sorted numbers, and of values that hardly repeat. Others get a dictionary where that is smaller. */
function encodingOf(name: string) {
  if (name === 'block_number' || name === 'from_block' || name === 'hash' || name === 'row')
    return { encoding: 'DELTA_BINARY_PACKED' as const }
  return name.endsWith('hash') || name === 'data' ? { encoding: 'PLAIN' as const } : {}
}
