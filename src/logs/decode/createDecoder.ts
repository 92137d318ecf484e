import type { AbiEvent, Hex } from 'viem'
import type { EventLog } from '../filter/EventLog.ts'
import type { DecodedEvent, EventMisfit, RawLog } from '../Log.ts'
import { compileEvent, type CompiledEvent, type EventArgs } from './compileEvent.ts'
import { fittingSplits, hasExactSplit } from './eventSplits.ts'
import { looksSwapped } from './looksSwapped.ts'
import { Misfit } from './Misfit.ts'
import type { WordArg } from './WordArg.ts'

export interface CreateDecoderOptions {
  /** Leaves logs out of lists if they have an event's topic but not its shape. If `false`, they have only its name. @default true */
  strict?: boolean | undefined
  /** Events to try if none of the given ones fits. @default none */
  known?: readonly AbiEvent[] | undefined
  /** Events that a service returned, to try if none of the others fits. @default none */
  lookedUp?: readonly AbiEvent[] | undefined
}

export interface DecodedArgs {
  readonly eventName: string
  /** By name, or by position if an input has no name; `undefined` if the event has no arguments. */
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
 * How a log matches the events of a decoder: it has the shape of one (`fits`), the topic of one but not its shape
 * (`misfit`), or neither (`unknown`).
 */
export type EventFit = 'fits' | 'misfit' | 'unknown'

type EventData = Pick<RawLog, 'topics' | 'data'>

/**
 * Reads logs as events. Never throws, whatever the log holds, and the work is proportional to the log's size. An event
 * fits if encoding the decoded values gives the same log. If none fits, the decoder returns the first event that can be
 * decoded at all, marked as `unusual`, unless the log exactly fits that event with other arguments indexed.
 */
export interface Decoder<args = DecodedArgs> {
  readonly strict: boolean
  /** Every argument, in order, whatever its name. `undefined` if nothing fits. */
  decode(log: EventData): DecodedEvent | undefined
  /** What viem's `decodeEventLog` returns. `undefined` if nothing fits; without `strict`, a misfit has its event's name. */
  decodeArgs(log: EventData): args | undefined
  /**
   * Every event that fits, decoded: given ones first, then known ones, then looked-up ones. If the values of one look swapped, also
   * that event with other arguments indexed.
   */
  candidates(log: EventData): readonly DecodedEvent[]
  /** How the log matches the given events. */
  fit(log: EventData): EventFit
  /** How the log differs from the given event with its topic; `undefined` if there is none or the log fits. */
  misfit(log: EventData): EventMisfit | undefined
  /**
   * How such logs match the given events, without decoding: `misfit`, `unknown`, or the arguments whose words must be
   * valid for a log to fit. `undefined` if only decoding can tell.
   */
  fitOf(
    topic0: Hex | undefined,
    topicCount: number,
    dataLength: number,
  ): readonly WordArg[] | 'misfit' | 'unknown' | undefined
  /**
   * The positions of the arguments in every such log with valid words, if each argument is a single word; `undefined`
   * if only decoding can tell.
   */
  wordsOf(topic0: Hex | undefined, topicCount: number, dataLength: number): readonly WordArg[] | undefined
  /** Whether such logs may be of an anonymous event, given, known or looked up: only decoding can tell. */
  canBeAnonymous(topicCount: number, dataLength: number): boolean
}

/**
 * Creates a decoder of events. Each is compiled once, to closures. Events with types that the ABI does not have are
 * left out.
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

  /** The first result: exact fits of any event come before inexact ones. */
  const first = <value>(log: EventData, read: Read<value>, among = tables): value | undefined => {
    for (const exactly of passes)
      for (const table of among) {
        const value = table.first(log, read, exactly)
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
        const decoded = event.decode(log, exactly)
        all.push(decoded)
        if (looksSwapped(decoded.args))
          all.push(
            ...fittingSplits(event.abi, log)
              .map((split) => split.decode(log, exactly))
              .filter(({ args }) => !looksSwapped(args)),
          )
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
    canBeAnonymous: (topicCount, dataLength) =>
      tables.some((table) => table.hasAnonymous(topicCount, dataLength)),
  }
}

const passes = [true, false] as const
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

  /** The event with a log's topic, preferably with the same number of topics. */
  named({ topics }: EventData): CompiledEvent | undefined {
    const events = this.byTopic(topics[0])
    return events.find(({ topicCount }) => topicCount === topics.length) ?? events[0]
  }

  /** The first result of `read` that is not `undefined`. */
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
  read: Read<value>,
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
