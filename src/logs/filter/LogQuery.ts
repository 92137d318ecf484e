import type { Abi, AbiEvent, Address, Hash, Hex } from 'viem'
import type { RelativeBlock } from './relativeBlock.ts'

export type BlockTag = 'earliest' | 'latest' | 'safe' | 'finalized'

/** One position of a filter's topics: anything (`null` or an empty list), one value, or any of several. */
export type Topic = Hex | readonly Hex[] | null

/** A filter on an argument: anything (`null`), one value, or any of several. */
export type ArgFilter = unknown

/**
 * Everything that defines which logs to read: filter, range, order, limit and decoding. The same query can be a form, a
 * link, a hook's parameters and a JSON-RPC body.
 *
 * **A key set to `undefined` means "not known yet"**, in `address`, `args`, `topics`, `fromBlock`, `toBlock`,
 * `blockHash` and `filters`, and in the arguments and topics themselves: hooks send nothing until it is known, `scan` and `follow`
 * throw. **`null`, or no key, means anything.** (In viem, `undefined` means anything.)
 *
 * **`event`, `events` or `abi` set to `undefined` means no event:** logs of every event are read, and not decoded.
 */
export interface LogQuery extends LogFilterInput {
  /**
   * Several filters: a log must match one of them. For logs from *or* to an account, or of several contracts with an
   * event each. Excludes `address`, `event`, `events`, `abi`, `args` and `topics`. Each filter that a node cannot
   * apply together with another takes a separate call per chunk. **In each, `undefined`: not known yet.**
   */
  readonly filters?: readonly LogFilterInput[] | null | undefined
  /** First block, inclusive: a number, a tag, or `latest-500` for 500 blocks before the newest. **`undefined`: not known yet.** @default 'earliest' */
  readonly fromBlock?: bigint | BlockTag | RelativeBlock | null | undefined
  /** Last block, inclusive: a number, a tag, `latest-12`, or a block hash. **`undefined`: not known yet.** @default 'latest' */
  readonly toBlock?: bigint | BlockTag | RelativeBlock | Hash | null | undefined
  /**
   * One block by its hash. Takes precedence over `fromBlock` and `toBlock`, which are then not sent. **`undefined`: not
   * known yet.**
   */
  readonly blockHash?: Hash | null | undefined
  /** Oldest first or newest first. @default 'asc' */
  readonly order?: 'asc' | 'desc' | undefined
  /** Maximum number of rows, counted in `order`. Logs that `strict` leaves out do not count. @default all */
  readonly limit?: number | undefined
  /** Leaves out logs that do not fit the event's shape. @default true */
  readonly strict?: boolean | undefined
}

/** Which logs to request: of which contracts, events, and with which indexed arguments. */
export interface LogFilterInput {
  /** Contracts whose logs are requested. **`undefined`: not known yet.** @default all */
  readonly address?: Address | readonly Address[] | null | undefined
  /** The event to read and decode: short for `events` with one. Pass only one of `event`, `events` and `abi`. */
  readonly event?: AbiEvent | undefined
  /** The events to read and decode. With `topics`, they only decode. */
  readonly events?: readonly AbiEvent[] | undefined
  /** The ABI that declares the events: all of them, or those named `eventName`. */
  readonly abi?: Abi | readonly unknown[] | undefined
  /** The event of `abi` to read and decode. @default all events of `abi` */
  readonly eventName?: string | undefined
  /**
   * Indexed arguments of the event, by name or position: a value, a list (any of), or `null` for anything.
   * **`undefined`: not known yet.** Needs exactly one event.
   */
  readonly args?: Readonly<Record<string, ArgFilter>> | readonly ArgFilter[] | null | undefined
  /** Raw topics by position. With these, `events` only decode. **`undefined`: not known yet.** */
  readonly topics?: readonly Topic[] | null | undefined
}

type EventInput = Pick<LogQuery, 'event' | 'events' | 'abi' | 'eventName'>

/** The events of a query, from `event`, `events` or `abi`. */
export function eventsIn({ event, events, abi, eventName }: EventInput): readonly AbiEvent[] {
  if (event) return [event]
  return events ?? eventsOfAbi(abi ?? [], eventName)
}

const keys = new WeakMap<AbiEvent, string>()

/** An event as text: equal for equal events. Cached, because ABI items are long, and most renders pass the same objects. */
export function eventKey(event: AbiEvent): string {
  let key = keys.get(event)
  if (key === undefined) keys.set(event, (key = JSON.stringify(event)))
  return key
}

/** The events without repeats: the ABI of a diamond joins those of its facets, which share events. */
export function distinctEvents(events: readonly AbiEvent[]): readonly AbiEvent[] {
  return [...new Map(events.map((event) => [eventKey(event), event])).values()]
}

/** The events of an ABI, or those with one name: Solidity allows overloads. */
export function eventsOfAbi(abi: readonly unknown[], eventName?: string): readonly AbiEvent[] {
  const events = abi.filter((item): item is AbiEvent => (item as Partial<AbiEvent> | null)?.type === 'event')
  return eventName === undefined ? events : events.filter(({ name }) => name === eventName)
}
