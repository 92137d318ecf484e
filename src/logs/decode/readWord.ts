import type { WordArg } from './WordArg.ts'
import type { SegmentColumns } from '../columns/segmentLayout.ts'

/** Puts the word of an argument of a packed log into `into`: eight times 32 bits, the highest first. */
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
  // Leading zeros are left out: what is before `from` is one.
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
