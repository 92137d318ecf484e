import type { LogSegment } from '../columns/LogSegment.ts'
import { WordTable } from '../columns/WordTable.ts'
import type { EventArgument, LogGroupBy } from './LogGroup.ts'
import type { PackedArgs } from './PackedArgs.ts'
import { packedEvents } from './packedFilter.ts'

export interface PackedKeys {
  /** A number for a log's key; `undefined` if the log has none. */
  referenceOf(row: number): number | undefined
  /** The key as text, read from a log that has it. */
  textOf(row: number): string
}

/** The group keys of packed logs, as numbers. Several numbers may stand for one text. */
export function packedKeys(segment: LogSegment, args: PackedArgs, by: LogGroupBy): PackedKeys {
  switch (by.field) {
    case 'address':
      return {
        referenceOf: (row) => segment.columns.logAddresses[row]!,
        textOf: (row) => segment.address(row),
      }
    case 'event':
      return new EventKeys(segment, args, by.byTopicCount === true)
    case 'topic':
      return topicKeys(segment, by.position, by.topic0)
    case 'arg':
      return new ArgKeys(segment, args, by)
  }
}

function topicKeys(segment: LogSegment, position: number, topic0: string | undefined): PackedKeys {
  const { logTopics, stride } = segment.columns
  const isOfEvent = topic0 === undefined ? undefined : packedEvents(segment, topic0)
  return {
    referenceOf: (row) =>
      position < topicCount(segment, row) && (!isOfEvent || isOfEvent(row))
        ? logTopics[row * stride + position]!
        : undefined,
    textOf: (row) => segment.topic(row, position)!,
  }
}

class EventKeys implements PackedKeys {
  readonly #segment: LogSegment
  readonly #args: PackedArgs
  readonly #byTopicCount: boolean
  readonly #signatures = new Map<string, number>()

  constructor(segment: LogSegment, args: PackedArgs, byTopicCount: boolean) {
    this.#segment = segment
    this.#args = args
    this.#byTopicCount = byTopicCount
  }

  referenceOf(row: number): number | undefined {
    const signature = this.#args.anonymousEvent(row)
    // Anonymous events get negative numbers.
    if (signature !== undefined) return -1 - intern(this.#signatures, signature)
    const count = topicCount(this.#segment, row)
    if (count === 0) return undefined
    const { logTopics, stride } = this.#segment.columns
    return logTopics[row * stride]! * 8 + (this.#byTopicCount ? count : 0)
  }

  textOf(row: number): string {
    const signature = this.#args.anonymousEvent(row)
    if (signature !== undefined) return signature
    const topic0 = this.#segment.topic0(row)!
    return this.#byTopicCount ? `${topic0}/${topicCount(this.#segment, row)}` : topic0
  }
}

class ArgKeys implements PackedKeys {
  readonly #args: PackedArgs
  readonly #position: number
  readonly #isOfEvent: (row: number) => boolean
  readonly #words = new WordTable(8)
  readonly #texts = new Map<string, number>()

  constructor(segment: LogSegment, args: PackedArgs, { topic0, topicCount, position }: EventArgument) {
    this.#args = args
    this.#position = position
    this.#isOfEvent = packedEvents(segment, topic0, topicCount)
  }

  referenceOf(row: number): number | undefined {
    if (!this.#isOfEvent(row)) return undefined
    const args = this.#args
    // Words get even numbers, decoded values odd ones.
    if (args.find(row, this.#position)) return this.#words.intern(args.word, 0) * 2
    const text = args.text(row, this.#position)
    return text === undefined ? undefined : intern(this.#texts, text) * 2 + 1
  }

  textOf(row: number): string {
    return this.#args.text(row, this.#position)!
  }
}

function topicCount({ columns }: LogSegment, row: number): number {
  return columns.logFlags[row]! & 7
}

/** A number for a text: the same as before, or the next one. */
function intern(numbers: Map<string, number>, text: string): number {
  let number = numbers.get(text)
  if (number === undefined) numbers.set(text, (number = numbers.size))
  return number
}
