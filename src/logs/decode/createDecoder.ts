import type { AbiEvent, Hex } from 'viem'
import type { DecodedEvent, RawLog } from '../Log.ts'
import { compileEvent } from './compileEvent.ts'
import type { CompiledEvent, EventArgs } from './compileEvent.ts'
import type { WordArg } from './WordArg.ts'

export interface CreateDecoderOptions {
  /** Read only logs that have an event's shape. Without it, of one that lacks topics or data what is there is read. @default true */
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

/**
 * How a log stands to the events of a decoder: it has the shape of one (`fits`); it bears the topic of one, but not its
 * shape (`misfit`); or it has nothing to do with any (`unknown`).
 */
export type EventFit = 'fits' | 'misfit' | 'unknown'

type EventData = Pick<RawLog, 'topics' | 'data'>

/** Reads logs as events. Never throws, whatever the log holds, and does work in proportion to the log's size only. */
export interface Decoder {
  readonly strict: boolean
  /** Every argument, in order, whatever its name. `undefined` when nothing fits. */
  decode(log: EventData): DecodedEvent | undefined
  /** What viem's `decodeEventLog` returns. `undefined` when nothing fits. */
  decodeArgs(log: EventData): DecodedArgs | undefined
  /** Every reading that fits: given events first, then known ones, then those looked up. */
  candidates(log: EventData): readonly DecodedEvent[]
  /** How the log stands to the given events. */
  fit(log: EventData): EventFit
  /** The same from what costs nothing to look up; `undefined` when only decoding can tell. */
  fitOf(topic0: Hex | undefined, topicCount: number, dataLength: number): EventFit | undefined
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
export function createDecoder(
  events: readonly AbiEvent[],
  { strict = true, known = [], lookedUp = [] }: CreateDecoderOptions = {},
): Decoder {
  const given = new EventTable(events, 'given')
  const tables = [given]
  if (known.length > 0) tables.push(new EventTable(known, 'known'))
  if (lookedUp.length > 0) tables.push(new EventTable(lookedUp, 'looked-up'))

  return {
    strict,
    decode: (log) => {
      for (const table of tables) {
        const decoded = table.first(log, readEvent)
        if (decoded) return decoded
      }
      return strict ? undefined : given.byTopic(log.topics[0])[0]?.partialDecode(log)
    },
    decodeArgs: (log) => {
      for (const table of tables) {
        const decoded = table.first(log, readArgs)
        if (decoded) return decoded
      }
      const event = strict ? undefined : given.byTopic(log.topics[0])[0]
      return event && { eventName: event.name, args: event.partialArgs(log) }
    },
    candidates: (log) => {
      const all: DecodedEvent[] = []
      for (const table of tables)
        table.first(log, (event) => {
          all.push(event.decode(log))
          return undefined
        })
      return all
    },
    fit: (log) => {
      if (given.first(log, (event) => event.args(log) ?? true) !== undefined) return 'fits'
      return given.byTopic(log.topics[0]).length > 0 ? 'misfit' : 'unknown'
    },
    fitOf: (topic0, topicCount, dataLength) => given.fitOf(topic0, topicCount, dataLength),
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

function readArgs(event: CompiledEvent, log: EventData): DecodedArgs {
  return { eventName: event.name, args: event.args(log) }
}

function readEvent(event: CompiledEvent, log: EventData): DecodedEvent {
  return event.decode(log)
}

type Read<value> = (event: CompiledEvent, log: EventData) => value | undefined

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

  /** The first reading that succeeds and is not `undefined`. */
  first<value>(log: EventData, read: Read<value>): value | undefined {
    return firstOf(this.byTopic(log.topics[0]), log, read) ?? firstOf(this.#anonymous, log, read)
  }

  /** The first event that does not fail for want of topics or data. */
  firstTried(topic0: Hex | undefined, topicCount: number, dataLength: number): CompiledEvent | undefined {
    const fits = (event: CompiledEvent) => event.topicCount === topicCount && event.dataLength <= dataLength
    return this.byTopic(topic0).find(fits) ?? this.#anonymous.find(fits)
  }

  fitOf(topic0: Hex | undefined, topicCount: number, dataLength: number): EventFit | undefined {
    const candidates = this.byTopic(topic0)
    let undecided = this.#anonymous.some(
      (event) => event.topicCount === topicCount && event.dataLength <= dataLength,
    )
    for (const event of candidates) {
      if (event.topicCount !== topicCount || event.dataLength > dataLength) continue
      if (event.anyValue) return 'fits'
      undecided = true
    }
    if (undecided) return undefined
    return candidates.length > 0 ? 'misfit' : 'unknown'
  }
}

function firstOf<value>(
  events: readonly CompiledEvent[],
  log: EventData,
  read: Read<value>,
): value | undefined {
  for (const event of events) {
    try {
      const value = read(event, log)
      if (value !== undefined) return value
    } catch {
      // Not this event: whatever is wrong with the log, the next one may fit.
    }
  }
  return undefined
}
