import type { SegmentColumns } from './segmentLayout.ts'

/**
 * A number for the first topic, the number of topics and the length of the data of a packed log: what tells most events apart.
 * `undefined` for logs without topics and those of long data.
 */
export function shapeKey(columns: SegmentColumns, row: number): number | undefined {
  const topicCount = columns.logFlags[row]! & 7
  const dataLength = columns.dataLengths[row]!
  if (topicCount === 0 || dataLength > 0xffff) return undefined
  return (columns.logTopics[row * columns.stride]! * 8 + topicCount) * 0x10000 + dataLength
}
