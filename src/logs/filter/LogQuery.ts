import type { AbiEvent, Address, Hash, Hex } from 'viem'

export type BlockTag = 'earliest' | 'latest' | 'safe' | 'finalized'

/** One position of a filter's topics: anything (`null` or an empty list), one value, or any of several. */
export type Topic = Hex | readonly Hex[] | null

/** What a filter's argument may ask for: anything (`null`), one value, or any of several. */
export type ArgFilter = unknown

/**
 * The one spec of what to read: filter, range, order, limit and decoding. The same query is a form, a link,
 * a hook's parameters and a JSON-RPC body.
 *
 * **A key that is there but `undefined` means "not known yet"**, in `address`, `args`, `topics`, `fromBlock`, `toBlock`
 * and `blockHash`, and in the arguments and topics themselves: hooks send nothing until it is known, `scan` and `follow`
 * throw. **`null`, or no key, means anything.** (viem takes `undefined` for anything.)
 */
export interface LogQuery {
  /** Contracts whose logs are asked for. **`undefined`: not known yet.** @default all */
  readonly address?: Address | readonly Address[] | null | undefined
  /** The event to ask for and to decode with: short for `events` with one. */
  readonly event?: AbiEvent | undefined
  /** Events to ask for and to decode with. Without `topics`, a log must be one of them. Give `event` or `events`, not both. */
  readonly events?: readonly AbiEvent[] | undefined
  /**
   * Indexed arguments of the event, by name or position: a value, a list (any of), or `null` for anything.
   * **`undefined`: not known yet.** Needs exactly one event.
   */
  readonly args?: Readonly<Record<string, ArgFilter>> | readonly ArgFilter[] | null | undefined
  /** Raw topics by position. With these, `events` only decode. **`undefined`: not known yet.** */
  readonly topics?: readonly Topic[] | null | undefined
  /** First block, inclusive. **`undefined`: not known yet.** @default 'earliest' */
  readonly fromBlock?: bigint | BlockTag | null | undefined
  /** Last block, inclusive, by its number, tag or hash. **`undefined`: not known yet.** @default 'latest' */
  readonly toBlock?: bigint | BlockTag | Hash | null | undefined
  /** One block by its hash. Wins over `fromBlock` and `toBlock`, which are then not sent. **`undefined`: not known yet.** */
  readonly blockHash?: Hash | null | undefined
  /** Oldest first or newest first. @default 'asc' */
  readonly order?: 'asc' | 'desc' | undefined
  /** At most this many rows, counted in `order`. Logs that `strict` leaves out are none. @default all */
  readonly limit?: number | undefined
  /** Leave out logs that do not fit the event's shape. @default true */
  readonly strict?: boolean | undefined
}

/** The events of a query, however they are given. */
export function eventsIn({ event, events = [] }: Pick<LogQuery, 'event' | 'events'>): readonly AbiEvent[] {
  return event ? [event] : events
}
