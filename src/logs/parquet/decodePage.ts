import { ByteColumn, type Column } from './ByteColumn.ts'
import { ByteReader } from './ByteReader.ts'
import { decodeDeltas } from './decodeDeltas.ts'
import { decodeRuns } from './decodeRuns.ts'
import { parseThrift } from './parseThrift.ts'
import { unpackSnappy } from './unpackSnappy.ts'

/** How the values of a column are stored. */
export interface ColumnType {
  readonly type: 'INT32' | 'INT64' | 'BYTE_ARRAY' | 'FIXED_LEN_BYTE_ARRAY'
  /** Bytes of each value of fixed length. */
  readonly width: number
  readonly isOptional: boolean
  readonly isCompressed: boolean
}

// By their numbers in the format.
const pageTypes = { data: 0, dictionary: 2, dataV2: 3 } as const
const encodings = { plain: 0, oldDictionary: 2, deltas: 5, dictionary: 8 } as const

/** Maximum rows of a page. Those of archives have a few thousand. */
const maxRows = 1_000_000
/** Snappy expands 3 bytes to at most 64: a page that states more is not allocated. */
const maxExpansion = 64 / 3

/** Supplies the bytes that a page is decompressed to. They may have old content. */
type Allocate = (length: number) => Uint8Array

/** Decompresses a page. @throws {@link RangeError} if it states a length that it cannot have. */
export function decompressSnappy(bytes: Uint8Array, length: number, allocate?: Allocate): Uint8Array {
  if (!(length >= 0 && length <= bytes.length * maxExpansion))
    throw new RangeError(`A page states ${length} bytes.`)
  return unpackSnappy(bytes, length, allocate?.(length))
}

/**
 * Decodes the next page of a column, which may be hostile. If it `isDictionary`, its values are not rows.
 *
 * hyparquet can decode pages as well, but trusts their numbers: runs of billions of values, or of none, would keep it
 * busy forever.
 *
 * @param dictionary The values that the page may refer to.
 * @param allocate Supplies the bytes of pages that are not dictionaries.
 * @throws {@link Error} if the page is damaged, or stored in a way that archives do not use.
 */
export function decodePage(
  reader: ByteReader,
  column: ColumnType,
  dictionary: Column | undefined,
  allocate?: Allocate,
): { readonly values: Column; readonly isDictionary: boolean } {
  const header = parseThrift(reader)
  const { field_1: type, field_5: v1, field_8: v2, field_7: stated } = header
  let content = reader.take(countOf(header.field_3))
  const length = countOf(header.field_2)
  const isWhole = type !== pageTypes.dataV2
  if (column.isCompressed && isWhole)
    content = decompressSnappy(content, length, type === pageTypes.dictionary ? undefined : allocate)
  const body = new ByteReader(content)
  if (type === pageTypes.dictionary && stated)
    return { values: readPlain(body, column, countOf(stated.field_1, content.length)), isDictionary: true }
  const page = v1 ?? v2
  if (!page || (type !== pageTypes.data && isWhole)) throw new RangeError(`page of type ${type}`)
  const rows = countOf(page.field_1, maxRows)
  let levels: Int32Array | undefined
  let values = body
  if (v2) {
    body.take(countOf(v2.field_6))
    const stored = new ByteReader(body.take(countOf(v2.field_5)))
    if (column.isOptional) levels = decodeRuns(stored, 1, rows)
    const rest = body.take(body.left)
    const isCompressed = column.isCompressed && v2.field_7 !== false
    values = new ByteReader(
      isCompressed ? decompressSnappy(rest, length - content.length + rest.length, allocate) : rest,
    )
  } else if (column.isOptional) levels = decodeRuns(new ByteReader(body.take(body.uint32())), 1, rows)
  const present = levels ? countPresent(levels) : rows
  const read = readValues(values, column, {
    encoding: v1 ? v1.field_2 : v2.field_4,
    count: present,
    dictionary,
  })
  return { values: levels && present < rows ? spread(read, levels) : read, isDictionary: false }
}

function countPresent(levels: Int32Array): number {
  let count = 0
  for (let row = 0; row < levels.length; row++) count += levels[row]!
  return count
}

function readValues(
  reader: ByteReader,
  column: ColumnType,
  {
    encoding,
    count,
    dictionary,
  }: { readonly encoding: unknown; readonly count: number; readonly dictionary: Column | undefined },
): Column {
  if (encoding === encodings.plain || count === 0) return readPlain(reader, column, count)
  if (encoding === encodings.deltas && !isBytes(column))
    return decodeDeltas(reader, column.type === 'INT32' ? 32 : 64, count)
  if ((encoding === encodings.dictionary || encoding === encodings.oldDictionary) && dictionary)
    return pick(dictionary, decodeRuns(reader, reader.byte(), count))
  throw new RangeError(`encoding ${String(encoding)}`)
}

function readPlain(reader: ByteReader, column: ColumnType, count: number): Column {
  if (!isBytes(column)) return readNumbers(reader, column.type === 'INT32' ? 4 : 8, count)
  return column.type === 'BYTE_ARRAY' ? readStrings(reader, count) : readFixed(reader, column.width, count)
}

function readStrings(reader: ByteReader, count: number): ByteColumn {
  const starts = new Int32Array(count)
  const lengths = new Int32Array(count)
  for (let index = 0; index < count; index++) {
    const length = reader.uint32()
    reader.expect(length)
    starts[index] = reader.at
    lengths[index] = length
    reader.at += length
  }
  return new ByteColumn(reader.bytes, starts, lengths)
}

function readFixed(reader: ByteReader, width: number, count: number): ByteColumn {
  reader.expect(count * width)
  const starts = new Int32Array(count)
  const lengths = new Int32Array(count).fill(width)
  for (let index = 0, at = reader.at; index < count; index++, at += width) starts[index] = at
  reader.at += count * width
  return new ByteColumn(reader.bytes, starts, lengths)
}

function readNumbers(reader: ByteReader, width: 4 | 8, count: number): Float64Array {
  const { buffer, byteOffset, length } = reader.take(count * width)
  const view = new DataView(buffer, byteOffset, length)
  const numbers = new Float64Array(count)
  for (let index = 0; index < count; index++)
    numbers[index] =
      width === 4
        ? view.getInt32(index * 4, true)
        : view.getInt32(index * 8 + 4, true) * 2 ** 32 + view.getUint32(index * 8, true)
  return numbers
}

/** Replaces indexes by values of the dictionary. */
function pick(dictionary: Column, indexes: Int32Array): Column {
  const { length } = dictionary
  for (const index of indexes) if (index >= length) throw new RangeError('no such value in the dictionary')
  if (dictionary instanceof Float64Array) {
    const numbers = new Float64Array(indexes.length)
    for (let row = 0; row < indexes.length; row++) numbers[row] = dictionary[indexes[row]!]!
    return numbers
  }
  const starts = new Int32Array(indexes.length)
  const lengths = new Int32Array(indexes.length)
  for (let row = 0; row < indexes.length; row++) {
    starts[row] = dictionary.starts[indexes[row]!]!
    lengths[row] = dictionary.lengths[indexes[row]!]!
  }
  return new ByteColumn(dictionary.bytes, starts, lengths)
}

/** Puts missing values where the level of a row is 0. */
function spread(values: Column, levels: Int32Array): Column {
  let next = 0
  if (values instanceof Float64Array) {
    const numbers = new Float64Array(levels.length).fill(Number.NaN)
    for (let row = 0; row < levels.length; row++) if (levels[row] !== 0) numbers[row] = values[next++]!
    return numbers
  }
  const starts = new Int32Array(levels.length).fill(-1)
  const lengths = new Int32Array(levels.length)
  for (let row = 0; row < levels.length; row++) {
    if (levels[row] === 0) continue
    starts[row] = values.starts[next]!
    lengths[row] = values.lengths[next++]!
  }
  return new ByteColumn(values.bytes, starts, lengths)
}

function isBytes({ type }: ColumnType): boolean {
  return type === 'BYTE_ARRAY' || type === 'FIXED_LEN_BYTE_ARRAY'
}

function countOf(value: unknown, max = Number.MAX_SAFE_INTEGER): number {
  if (!(Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max))
    throw new RangeError('The header of a page states more than the page can hold.')
  return value as number
}
