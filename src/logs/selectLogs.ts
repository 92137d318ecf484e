import type { BlockInterval } from './Coverage.ts'
import type { Filter } from './Filter.ts'
import type { LogSegment } from './LogSegment.ts'
import type { LogSelection } from './LogSelection.ts'

/** The logs of a segment that a filter asks for, of these blocks only if given: found without reading a single log. */
export function selectLogs(segment: LogSegment, filter: Filter, blocks?: BlockInterval): LogSelection {
  const first = blocks ? segment.findBlock(blocks.from) : 0
  const end = blocks ? segment.findBlock(blocks.to + 1n) : segment.length
  const address = filter.address && new Set<string>(filter.address)
  const topics = filter.topics.map((any) => any && new Set<string>(any))
  const { logAddresses, logTopics, stride } = segment.columns
  // Logs share addresses and topics, so each is looked at once: 1 is asked for, 2 is not.
  const addresses = new Uint8Array(address ? segment.columns.shortWords.length / 5 : 0)
  const positions = topics.map(() => new Map<number, boolean>())

  const matches = (index: number): boolean => {
    if (address) {
      const id = logAddresses[index]!
      if (addresses[id] === 0) addresses[id] = address.has(segment.address(index)) ? 1 : 2
      if (addresses[id] === 2) return false
    }
    if (segment.topicCount(index) < topics.length) return false
    for (let position = 0; position < topics.length; position++) {
      const wanted = topics[position]
      if (!wanted) continue
      const id = logTopics[index * stride + position]!
      const known = positions[position]!
      let hit = known.get(id)
      if (hit === undefined) known.set(id, (hit = wanted.has(segment.topic(index, position)!)))
      if (!hit) return false
    }
    return true
  }

  const rows = new Uint32Array(Math.max(0, end - first))
  let count = 0
  for (let index = first; index < end; index++) if (matches(index)) rows[count++] = index
  return { segment, rows: count === segment.length ? undefined : rows.slice(0, count) }
}
