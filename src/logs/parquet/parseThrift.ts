import { deserializeTCompactProtocol } from 'hyparquet/src/thrift.js'
import type { ByteReader } from './ByteReader.ts'

/** A Thrift struct, by the numbers of its fields. Fields of a hostile file may be anything. */
// oxlint-disable-next-line typescript/no-explicit-any -- as hyparquet types them
export type Fields = Readonly<Record<`field_${number}`, any>>

const types = {
  stop: 0,
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  struct: 12,
}
const maxDepth = 24
/** Maximum values of a struct: enough for an index of a quarter of a million pages. A value of one byte takes far more as an object. */
const maxValues = 1_000_000

/**
 * Parses the next Thrift struct: the footer of a file, an index, or the header of a page. hyparquet's functions for
 * these support every feature of Parquet, at 4 kB.
 *
 * @throws {@link RangeError} if the struct states more than its bytes can hold.
 */
export function parseThrift(reader: ByteReader): Fields {
  const { bytes, at: offset } = reader
  checkStruct({ reader, values: 0 })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return deserializeTCompactProtocol({ view, offset })
}

interface Check {
  readonly reader: ByteReader
  /** Those seen so far. */
  values: number
}

/**
 * Checks a Thrift struct before hyparquet parses it: hyparquet allocates lists of the stated length, and a few bytes
 * can state billions.
 *
 * @throws {@link RangeError} if the struct states more than its bytes can hold, or has too many values.
 */
function checkStruct(check: Check, depth = 0): void {
  const { reader } = check
  if (depth > maxDepth) throw new RangeError('deeper than any Parquet file')
  for (;;) {
    const field = reader.byte()
    const type = field & 0x0f
    if (type === types.stop) return
    if (field >> 4 === 0) reader.varint()
    if (type === types.true || type === types.false) countValue(check)
    else checkValue(check, type, depth)
  }
}

function countValue(check: Check): void {
  if (++check.values > maxValues) throw new RangeError('more values than any Parquet file')
}

function checkValue(check: Check, type: number, depth: number): void {
  const { reader } = check
  countValue(check)
  if (type === types.i16 || type === types.i32 || type === types.i64) reader.varint()
  else if (type === types.true || type === types.false || type === types.byte) reader.byte()
  else if (type === types.double) reader.take(8)
  else if (type === types.binary) reader.take(reader.varint())
  else if (type === types.struct) checkStruct(check, depth + 1)
  else if (type === types.list) {
    if (depth > maxDepth) throw new RangeError('deeper than any Parquet file')
    const head = reader.byte()
    const size = head >> 4 === 15 ? reader.varint() : head >> 4
    // Each element takes a byte at least.
    reader.expect(size)
    for (let at = 0; at < size; at++) checkValue(check, head & 0x0f, depth + 1)
  } else throw new RangeError(`Thrift type ${type}`)
}
