import type { WordArg } from './WordArg.ts'
import { readWord } from './readWord.ts'
import type { SegmentColumns } from '../columns/segmentLayout.ts'

const scratch = new Uint32Array(8)

/** Whether the word of an argument of a packed log is a value of its type. */
export function isSoundWord(columns: SegmentColumns, row: number, arg: WordArg): boolean {
  const { bits, fill, indexed, at } = arg
  if (bits === 256) return true
  // Topics that are addresses, or as short, are kept apart from the others.
  if (indexed && bits === 160 && fill === 'before')
    return (columns.logTopics[row * columns.stride + at]! & 1) === 1
  readWord(columns, row, arg, scratch)
  if (fill === 'after') return isFilled(bits, 256, 0)
  const sign = fill === 'sign' && ((scratch[(256 - bits) >>> 5]! >>> ((bits - 1) & 31)) & 1) === 1
  return isFilled(0, 256 - bits, sign ? 0xffffffff : 0)
}

/** Whether the bits of the word in `scratch`, from the highest on, are those of `part` over and over. */
function isFilled(from: number, to: number, part: number): boolean {
  for (let k = from >>> 5; k * 32 < to; k++) {
    let mask = 0xffffffff
    if (k * 32 < from) mask >>>= from & 31
    if (k * 32 + 32 > to) mask &= -(2 ** (k * 32 + 32 - to))
    if (((scratch[k]! ^ part) & mask) !== 0) return false
  }
  return true
}
