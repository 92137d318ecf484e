import type { LogSegment } from '../columns/LogSegment.ts'

/** Which packed logs bear a first topic, and so many topics: compared as text once for each first topic there is. */
export function packedEvents(
  segment: LogSegment,
  topic0: string,
  topicCount?: number,
): (row: number) => boolean {
  const { columns } = segment
  const known = new Map<number, boolean>()
  return (row) => {
    const count = columns.logFlags[row]! & 7
    if (count === 0 || (topicCount !== undefined && count !== topicCount)) return false
    const reference = columns.logTopics[row * columns.stride]!
    let is = known.get(reference)
    if (is === undefined) known.set(reference, (is = segment.topic0(row) === topic0))
    return is
  }
}
