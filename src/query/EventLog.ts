import type { AbiEvent, GetEventArgs, Log } from 'viem'
import type { DecodedEvent } from '../logs/Log.ts'
import type { BlockTag, LogQuery } from '../logs/LogQuery.ts'

type MaybeEvents = readonly AbiEvent[] | undefined

/** `[event]` for one event: what viem infers the arguments from. */
export type EventsOf<event extends AbiEvent | undefined> = event extends AbiEvent
  ? readonly [event]
  : undefined

type Unread = { readonly eventName?: undefined; readonly args?: undefined }

/**
 * A log as hooks return it: viem's `Log` with `eventName` and `args` inferred from the events, and `decoded`, where no
 * argument is lost whatever its name. Without `strict`, a log that fits no event is there as well, with neither.
 */
export type EventLog<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
> = { readonly decoded: DecodedEvent | undefined } & (events extends MaybeEvents & readonly AbiEvent[]
  ?
      | Log<bigint, number, false, event, strict, events>
      | (strict extends true ? never : Log<bigint, number, false> & Unread)
  : Log<bigint, number, false> & Unread)

/** Which events to ask for and how to read them. */
export type EventParameters<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
> = (
  | {
      /** The event to ask for and to decode with. */
      event: event
      events?: undefined
      /** Its indexed arguments: each a value, a list (any of), or `null`. */
      args?: (event extends AbiEvent ? GetEventArgs<readonly [event], event['name']> : undefined) | undefined
      topics?: undefined
    }
  | {
      event?: undefined
      /** Several events, any of which is asked for. */
      events: events
      args?: undefined
      /** Raw topics by position. With these, `events` only decode. */
      topics?: LogQuery['topics']
    }
  | {
      event?: undefined
      events?: undefined
      args?: undefined
      /** Raw topics by position: each `null` (anything), one value, or a list (any of). */
      topics?: LogQuery['topics']
    }
) & {
  /** Contracts whose logs are asked for. @default all */
  address?: LogQuery['address']
  /** Leave out logs that do not fit the event's shape. @default true */
  strict?: strict | undefined
}

/** Where to look: an interval, or one block by its hash. */
export type RangeParameters =
  | {
      /** First block, inclusive. @default 'earliest' */
      fromBlock?: bigint | BlockTag | undefined
      /** Last block, inclusive. @default 'latest' */
      toBlock?: bigint | BlockTag | undefined
      blockHash?: undefined
    }
  | {
      fromBlock?: undefined
      toBlock?: undefined
      /** One block, by its hash. */
      blockHash?: LogQuery['blockHash']
    }
