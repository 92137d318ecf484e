import type { AbiEvent, Hex } from 'viem'
import type { EventLog } from '../filter/EventLog.ts'
import type { DecodedEvent, EventMisfit } from '../Log.ts'
import type { CompiledEvent, EventArgs, EventData } from './CompiledEvent.ts'
import { fittingSplits } from './eventSplits.ts'
import { EventTable, type ReadEvent } from './EventTable.ts'
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
 * Creates a decoder of events. Each is compiled once. Events with types that the ABI does not have are
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
  const onlyGiven = [given]
  return {
    strict,
    decode: (log) => first(tables, log, readEvent),
    decodeArgs: (log) => {
      const decoded = first(tables, log, readArgs)
      if (decoded || strict) return decoded
      const event = given.named(log)
      return event && { eventName: event.name, args: event.noArgs }
    },
    candidates: (log) => {
      const all: DecodedEvent[] = []
      const collect = (event: CompiledEvent, _: EventData, exactly: boolean) => {
        all.push(...readings(event, log, exactly))
        return undefined
      }
      for (const table of tables) table.first(log, collect, true)
      if (all.length === 0) for (const table of tables) table.first(log, collect, false)
      return all
    },
    fit: (log) => {
      if (first(onlyGiven, log, isRead)) return 'fits'
      return given.named(log) ? 'misfit' : 'unknown'
    },
    misfit: (log) => {
      const event = given.named(log)
      return event && !first(onlyGiven, log, isRead) ? new Misfit(event, log) : undefined
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

/** The first result: exact fits of any event come before inexact ones. */
function first<value>(
  tables: readonly EventTable[],
  log: EventData,
  read: ReadEvent<value>,
): value | undefined {
  for (const exactly of passes)
    for (const table of tables) {
      const value = table.first(log, read, exactly)
      if (value !== undefined) return value
    }
  return undefined
}

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

/** The log as this event, and if its values look swapped, also with other arguments indexed. */
function readings(event: CompiledEvent, log: EventData, exactly: boolean): readonly DecodedEvent[] {
  const decoded = event.decode(log, exactly)
  if (!looksSwapped(decoded.args)) return [decoded]
  const others = fittingSplits(event.abi, log).map((split) => split.decode(log, exactly))
  return [decoded, ...others.filter(({ args }) => !looksSwapped(args))]
}
