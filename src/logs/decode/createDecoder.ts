import type { AbiEvent, Hex } from 'viem'
import type { EventLog } from '../filter/EventLog.ts'
import type { DecodedEvent, EventMisfit, RawLog } from '../Log.ts'
import { compileEvent } from './compileEvent.ts'
import type { CompiledEvent, EventArgs } from './compileEvent.ts'
import { hasExactSplit } from './eventSplits.ts'
import { Misfit } from './Misfit.ts'
import type { WordArg } from './WordArg.ts'

export interface CreateDecoderOptions {
  /** Leave logs that bear an event's topic but not its shape out of lists. Without it they have its name only. @default true */
  strict?: boolean | undefined
  /** Events to try when none of the given fits. @default none */
  known?: readonly AbiEvent[] | undefined
  /** Events that a service was asked for, to try when none of the others fits. @default none */
  lookedUp?: readonly AbiEvent[] | undefined
}

export interface DecodedArgs {
  readonly eventName: string
  /** By name, or by position when an input has no name; `undefined` when the event has no arguments. */
  readonly args: EventArgs
}

/** What `decodeArgs` returns for these events, as viem's `decodeEventLog` types it. */
export type DecodedArgsOf<
  events extends readonly AbiEvent[],
  strict extends boolean,
> = number extends events['length'] ? DecodedArgs : ArgsOfRow<EventLog<undefined, events, strict>>

type ArgsOfRow<row> = row extends {
  readonly eventName: infer eventName extends string
  readonly args: infer args
}
  ? { readonly eventName: eventName; readonly args: args }
  : never

/**
 * How a log stands to the events of a decoder: it has the shape of one (`fits`); it bears the topic of one, but not its
 * shape (`misfit`); or it has nothing to do with any (`unknown`).
 */
export type EventFit = 'fits' | 'misfit' | 'unknown'

type EventData = Pick<RawLog, 'topics' | 'data'>

/**
 * Reads logs as events. Never throws, whatever the log holds, and does work in proportion to the log's size only. An event fits
 * when encoding what was read gives the log again. Where none does, the first one fits that can be read at all, and is marked as
 * `unusual`, unless the log is exactly one of that event with other arguments indexed.
 */
export interface Decoder<args = DecodedArgs> {
  readonly strict: boolean
  /** Every argument, in order, whatever its name. `undefined` when nothing fits. */
  decode(log: EventData): DecodedEvent | undefined
  /** What viem's `decodeEventLog` returns. `undefined` when nothing fits; without `strict`, of a misfit the name. */
  decodeArgs(log: EventData): args | undefined
  /** Every reading that fits: given events first, then known ones, then those looked up. */
  candidates(log: EventData): readonly DecodedEvent[]
  /** How the log stands to the given events. */
  fit(log: EventData): EventFit
  /** How the log differs from the given event whose topic it bears, when it does. */
  misfit(log: EventData): EventMisfit | undefined
  /**
   * How a log stands to the given events, from what costs nothing to look up: the arguments that must be values of their types
   * for it to fit one, or that none can. `undefined` when only decoding can tell.
   */
  fitOf(
    topic0: Hex | undefined,
    topicCount: number,
    dataLength: number,
  ): readonly WordArg[] | 'misfit' | 'unknown' | undefined
  /**
   * Where the arguments of every such log are whose words are sound, when each argument is a single word; `undefined`
   * when only decoding can tell.
   */
  wordsOf(topic0: Hex | undefined, topicCount: number, dataLength: number): readonly WordArg[] | undefined
}

/**
 * Makes a decoder of events: each compiled once, as closures. Events of types that the ABI does not have are left out.
 *
 * @example
 * const decoder = createDecoder([parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)')])
 * decoder.decodeArgs(log)?.args // { from: '0x…', to: '0x…', value: 1n }
 */
export function createDecoder<const events extends readonly AbiEvent[], strict extends boolean = true>(
  events: events,
  options?: { strict?: strict | undefined; known?: undefined; lookedUp?: undefined },
): Decoder<DecodedArgsOf<events, strict>>
export function createDecoder(events: readonly AbiEvent[], options?: CreateDecoderOptions): Decoder
export function createDecoder(
  events: readonly AbiEvent[],
  { strict = true, known = [], lookedUp = [] }: CreateDecoderOptions = {},
): Decoder {
  const given = new EventTable(events, 'given')
  const tables = [given]
  if (known.length > 0) tables.push(new EventTable(known, 'known'))
  if (lookedUp.length > 0) tables.push(new EventTable(lookedUp, 'looked-up'))

  /** The first reading: of what fits exactly before what fits at all. */
  const first = <value>(log: EventData, read: Read<value>, among = tables): value | undefined => {
    for (const table of among) {
      const value = table.first(log, read, true)
      if (value !== undefined) return value
    }
    for (const table of among) {
      const value = table.first(log, read, false)
      if (value !== undefined) return value
    }
    return undefined
  }
  const onlyGiven = [given]

  return {
    strict,
    decode: (log) => first(log, readEvent),
    decodeArgs: (log) => {
      const decoded = first(log, readArgs)
      if (decoded || strict) return decoded
      const event = given.named(log)
      return event && { eventName: event.name, args: event.noArgs }
    },
    candidates: (log) => {
      const all: DecodedEvent[] = []
      const collect = (event: CompiledEvent, _: EventData, exactly: boolean) => {
        all.push(event.decode(log, exactly))
        return undefined
      }
      for (const table of tables) table.first(log, collect, true)
      if (all.length === 0) for (const table of tables) table.first(log, collect, false)
      return all
    },
    fit: (log) => {
      if (first(log, isRead, onlyGiven)) return 'fits'
      return given.named(log) ? 'misfit' : 'unknown'
    },
    misfit: (log) => {
      const event = given.named(log)
      return event && !first(log, isRead, onlyGiven) ? new Misfit(event, log) : undefined
    },
    fitOf: (topic0, topicCount, dataLength) => {
      const event = given.firstTried(topic0, topicCount, dataLength)
      if (event) return event.words?.filter(({ bits }) => bits < 256)
      if (given.isReadable(topic0, topicCount, dataLength)) return undefined
      return given.byTopic(topic0).length > 0 ? 'misfit' : 'unknown'
    },
    wordsOf: (topic0, topicCount, dataLength) => {
      for (const table of tables) {
        const event = table.firstTried(topic0, topicCount, dataLength)
        if (event) return event.words
      }
      return undefined
    },
  }
}

const none: readonly CompiledEvent[] = []

function readArgs(event: CompiledEvent, log: EventData, exactly: boolean): DecodedArgs {
  return { eventName: event.name, args: event.args(log, exactly) }
}

function readEvent(event: CompiledEvent, log: EventData, exactly: boolean): DecodedEvent {
  return event.decode(log, exactly)
}

function isRead(event: CompiledEvent, log: EventData, exactly: boolean): true {
  event.args(log, exactly)
  return true
}

type Read<value> = (event: CompiledEvent, log: EventData, exactly: boolean) => value | undefined

class EventTable {
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

  /** The event whose topic a log bears; of several the one with as many topics. */
  named({ topics }: EventData): CompiledEvent | undefined {
    const events = this.byTopic(topics[0])
    return events.find(({ topicCount }) => topicCount === topics.length) ?? events[0]
  }

  /** The first reading that succeeds and is not `undefined`. */
  first<value>(log: EventData, read: Read<value>, exactly: boolean): value | undefined {
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
  read: Read<value>,
  exactly: boolean,
): value | undefined {
  for (const event of events) {
    try {
      if (!exactly && hasExactSplit(event, log)) continue
      const value = read(event, log, exactly)
      if (value !== undefined) return value
    } catch {
      // Not this event: whatever is wrong with the log, the next one may fit.
    }
  }
  return undefined
}
