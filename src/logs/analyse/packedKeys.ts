import type { LogSegment } from '../columns/LogSegment.ts'
import { WordTable } from '../columns/WordTable.ts'
import type { LogGroupBy } from './LogGroup.ts'
import type { PackedArgs } from './PackedArgs.ts'
import { packedEvents } from './packedFilter.ts'

export interface PackedKeys {
  /** A number for a log's key; `undefined` if the log has none. */
  readonly referenceOf: (row: number) => number | undefined
  /** The key as text, read from a log that has it. */
  readonly textOf: (reference: number, row: number) => string
}

/** The group keys of packed logs, as numbers. Several numbers may stand for one text. */
export function packedKeys(segment: LogSegment, args: PackedArgs, by: LogGroupBy): PackedKeys {
  const { columns } = segment
  const topicCount = (row: number) => columns.logFlags[row]! & 7
  switch (by.field) {
    case 'address':
      return {
        referenceOf: (row) => columns.logAddresses[row]!,
        textOf: (_, row) => segment.address(row),
      }
    case 'event': {
      const { byTopicCount } = by
      const signatures = new Map<string, number>()
      return {
        referenceOf: (row) => {
          const signature = args.anonymousEvent(row)
          // Anonymous events get negative numbers.
          if (signature !== undefined) return -1 - intern(signatures, signature)
          const count = topicCount(row)
          if (count === 0) return undefined
          return columns.logTopics[row * columns.stride]! * 8 + (byTopicCount ? count : 0)
        },
        textOf: (_, row) =>
          args.anonymousEvent(row) ??
          (byTopicCount ? `${segment.topic0(row)!}/${topicCount(row)}` : segment.topic0(row)!),
      }
    }
    case 'topic': {
      const { position, topic0 } = by
      const isOfEvent = topic0 === undefined ? undefined : packedEvents(segment, topic0)
      return {
        referenceOf: (row) =>
          position < topicCount(row) && (!isOfEvent || isOfEvent(row))
            ? columns.logTopics[row * columns.stride + position]!
            : undefined,
        textOf: (_, row) => segment.topic(row, position)!,
      }
    }
    case 'arg': {
      const { position } = by
      const isOfEvent = packedEvents(segment, by.topic0, by.topicCount)
      const words = new WordTable(8)
      const texts = new Map<string, number>()
      return {
        referenceOf: (row) => {
          if (!isOfEvent(row)) return undefined
          // Words get even numbers, decoded values odd ones.
          if (args.find(row, position)) return words.intern(args.word, 0) * 2
          const text = args.text(row, position)
          return text === undefined ? undefined : intern(texts, text) * 2 + 1
        },
        textOf: (_, row) => args.text(row, position)!,
      }
    }
  }
}

/** A number for a text: the same as before, or the next one. */
function intern(numbers: Map<string, number>, text: string): number {
  let number = numbers.get(text)
  if (number === undefined) numbers.set(text, (number = numbers.size))
  return number
}
