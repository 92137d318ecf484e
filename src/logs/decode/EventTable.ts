import type { AbiEvent, Hex } from 'viem'
import type { DecodedEvent } from '../Log.ts'
import type { CompiledEvent, EventData } from './CompiledEvent.ts'
import { compileEvent } from './compileEvent.ts'
import { hasExactSplit } from './eventSplits.ts'

/** Reads a log as an event. Throws if the log does not have its shape. */
export type ReadEvent<value> = (event: CompiledEvent, log: EventData, exactly: boolean) => value | undefined

const none: readonly CompiledEvent[] = []

/** Compiled events by topic. */
export class EventTable {
  readonly #byTopic = new Map<string, CompiledEvent[]>()
  readonly #anonymous: CompiledEvent[] = []

  constructor(events: readonly AbiEvent[], source: DecodedEvent['source']) {
    for (const event of events) {
      const compiled = compileEvent(event, source)
      if (!compiled) continue
      const { topic0 } = compiled
      if (topic0 === undefined) this.#anonymous.push(compiled)
      else {
        const same = this.#byTopic.get(topic0)
        if (same) same.push(compiled)
        else this.#byTopic.set(topic0, [compiled])
      }
    }
  }

  byTopic(topic0: Hex | undefined): readonly CompiledEvent[] {
    if (topic0 === undefined) return none
    return this.#byTopic.get(topic0) ?? this.#byTopic.get(topic0.toLowerCase()) ?? none
  }

  /** The event with a log's topic, preferably with the same number of topics. */
  named({ topics }: EventData): CompiledEvent | undefined {
    const events = this.byTopic(topics[0])
    return events.find(({ topicCount }) => topicCount === topics.length) ?? events[0]
  }

  /** The first result of `read` that is not `undefined`. */
  first<value>(log: EventData, read: ReadEvent<value>, exactly: boolean): value | undefined {
    return (
      firstOf(this.byTopic(log.topics[0]), log, read, exactly) ?? firstOf(this.#anonymous, log, read, exactly)
    )
  }

  /** The first event that a log with this topic count and data length can match exactly. */
  firstTried(topic0: Hex | undefined, topicCount: number, dataLength: number): CompiledEvent | undefined {
    return this.#find(topic0, topicCount, (event) =>
      event.isDynamic ? event.dataLength <= dataLength : event.dataLength === dataLength,
    )
  }

  /** Whether a log with this topic count and data length can be decoded at all. */
  isReadable(topic0: Hex | undefined, topicCount: number, dataLength: number): boolean {
    return this.#find(topic0, topicCount, (event) => event.dataLength <= dataLength) !== undefined
  }

  hasAnonymous(topicCount: number, dataLength: number): boolean {
    return this.#anonymous.some((event) => event.topicCount === topicCount && event.dataLength <= dataLength)
  }

  #find(
    topic0: Hex | undefined,
    topicCount: number,
    test: (event: CompiledEvent) => boolean,
  ): CompiledEvent | undefined {
    const fits = (event: CompiledEvent) => event.topicCount === topicCount && test(event)
    return this.byTopic(topic0).find(fits) ?? this.#anonymous.find(fits)
  }
}

function firstOf<value>(
  events: readonly CompiledEvent[],
  log: EventData,
  read: ReadEvent<value>,
  exactly: boolean,
): value | undefined {
  for (const event of events) {
    try {
      if (!exactly && hasExactSplit(event, log)) continue
      const value = read(event, log, exactly)
      if (value !== undefined) return value
    } catch {
      // The log does not fit this event, but may fit the next.
    }
  }
  return undefined
}
