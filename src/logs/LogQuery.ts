import type { AbiEvent, Address, Hash, Hex } from 'viem'

export type BlockTag = 'earliest' | 'latest' | 'safe' | 'finalized'

/** One position of a filter's topics: anything, one value, or any of several. */
export type Topic = Hex | readonly Hex[] | null

/** What a filter's argument may ask for: anything, one value, or any of several. */
export type ArgFilter = unknown

/**
 * The one spec of what to read: filter, range, order, limit and decoding. The same query is a form, a link,
 * a hook's parameters and a JSON-RPC body.
 */
export interface LogQuery {
  /** Contracts whose logs are asked for. @default all */
  readonly address?: Address | readonly Address[] | undefined
  /** Events to ask for and to decode with. Without `topics`, a log must be one of them. */
  readonly events?: readonly AbiEvent[] | undefined
  /** Indexed arguments of the event, by name or position: a value, a list (any of), or `null`. Needs exactly one event. */
  readonly args?: Readonly<Record<string, ArgFilter>> | readonly ArgFilter[] | undefined
  /** Raw topics by position. With these, `events` only decode. */
  readonly topics?: readonly Topic[] | undefined
  /** First block, inclusive. @default 'earliest' */
  readonly fromBlock?: bigint | BlockTag | undefined
  /** Last block, inclusive. @default 'latest' */
  readonly toBlock?: bigint | BlockTag | undefined
  /** One block by its hash. Wins over `fromBlock` and `toBlock`, which are then not sent. */
  readonly blockHash?: Hash | undefined
  /** Oldest first or newest first. @default 'asc' */
  readonly order?: 'asc' | 'desc' | undefined
  /** At most this many logs, counted in `order`, among them those that `strict` leaves out. @default all */
  readonly limit?: number | undefined
  /** Leave out logs that do not fit the event's shape. @default true */
  readonly strict?: boolean | undefined
}
