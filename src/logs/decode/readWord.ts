import type { SegmentColumns } from '../columns/segmentLayout.ts'
import type { WordArg } from './WordArg.ts'

/** Reads the word of a packed log's argument into `into`: eight times 32 bits, the highest first. */
export function readWord(
  columns: SegmentColumns,
  row: number,
  { indexed, at }: WordArg,
  into: Uint32Array,
): void {
  if (indexed) {
    const reference = columns.logTopics[row * columns.stride + at]!
    const isShort = (reference & 1) === 1
    const width = isShort ? 5 : 8
    const words = isShort ? columns.shortWords : columns.longWords
    const from = (reference >>> 1) * width
    for (let k = 0; k < 8 - width; k++) into[k] = 0
    for (let k = 0; k < width; k++) into[8 - width + k] = words[from + k]!
    return
  }
  const { data } = columns
  const from = row === 0 ? 0 : columns.dataEnds[row - 1]!
  const to = columns.dataEnds[row]!
  // Leading zeros are not stored: bytes before `from` are zero.
  let next = to - columns.dataLengths[row]! + at
  for (let k = 0; k < 8; k++, next += 4) {
    if (next >= from)
      into[k] = (data[next]! << 24) | (data[next + 1]! << 16) | (data[next + 2]! << 8) | data[next + 3]!
    else {
      let word = 0
      for (let byte = Math.max(next, from); byte < next + 4; byte++) word = (word << 8) | data[byte]!
      into[k] = word
    }
  }
}

const scratch = new Uint32Array(8)

/** Whether the word of a packed log's argument is a valid value of its type. */
export function isSoundWord(columns: SegmentColumns, row: number, arg: WordArg): boolean {
  const { bits, fill, indexed, at } = arg
  if (bits === 256) return true
  // Topics with 12 leading zero bytes, such as addresses, are stored as short words.
  if (indexed && bits === 160 && fill === 'before')
    return (columns.logTopics[row * columns.stride + at]! & 1) === 1
  readWord(columns, row, arg, scratch)
  if (fill === 'after') return isFilled(bits, 256, 0)
  const sign = fill === 'sign' && ((scratch[(256 - bits) >>> 5]! >>> ((bits - 1) & 31)) & 1) === 1
  return isFilled(0, 256 - bits, sign ? 0xffffffff : 0)
}

/** Whether the bits `from` to `to` of the word in `scratch`, counted from the highest, all repeat those of `part`. */
function isFilled(from: number, to: number, part: number): boolean {
  for (let k = from >>> 5; k * 32 < to; k++) {
    let mask = 0xffffffff
    if (k * 32 < from) mask >>>= from & 31
    if (k * 32 + 32 > to) mask &= -(2 ** (k * 32 + 32 - to))
    if (((scratch[k]! ^ part) & mask) !== 0) return false
  }
  return true
}
