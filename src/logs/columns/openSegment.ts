import { LogSegment } from './LogSegment.ts'
import { readSizes, viewColumns, type SegmentColumns, type SegmentSizes } from './segmentLayout.ts'

/** The segment of buffers from {@link LogSegment.toBuffers}; `undefined` if they are not a valid segment of this version. */
export function openSegment(buffers: readonly ArrayBuffer[]): LogSegment | undefined {
  const [buffer] = buffers
  if (buffers.length !== 1 || !(buffer instanceof ArrayBuffer)) return undefined
  const columns = openColumns(buffer)
  return columns && LogSegment.fromColumns(buffer, columns)
}

/**
 * The columns of a buffer from storage or a Worker; `undefined` if it is not a valid segment of this version.
 *
 * @param isOwn Whether code of this version has just made it. Skips the check of its references, which takes long for
 * many logs.
 */
export function openColumns(buffer: ArrayBuffer, isOwn = false): SegmentColumns | undefined {
  const sizes = readSizes(buffer)
  if (!sizes) return undefined
  const columns = viewColumns(buffer, sizes)
  return isOwn || isSound(columns, sizes) ? columns : undefined
}

/** Whether every reference is valid: a buffer from disk may hold anything. */
function isSound(columns: SegmentColumns, sizes: SegmentSizes): boolean {
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
