import type { Abi, AbiEvent, ContractEventName, GetEventArgs, Log } from 'viem'
import type { LogRow } from '../Log.ts'
import type { LogQuery } from './LogQuery.ts'

type MaybeEvents = readonly AbiEvent[] | undefined

/** `[event]` for one event: what viem infers the arguments from. */
export type EventsOf<event extends AbiEvent | undefined> = event extends AbiEvent
  ? readonly [event]
  : undefined

export type MaybeAbi = Abi | readonly unknown[] | undefined

/** The names that `eventName` may have: those of the ABI's events. */
export type EventNameOf<abi extends MaybeAbi> = abi extends readonly unknown[]
  ? ContractEventName<abi>
  : string

/** The events of a query, given themselves or by `abi` and `eventName`. */
export type EventsIn<
  events extends MaybeEvents,
  abi extends MaybeAbi,
  eventName extends string | undefined,
> = abi extends Abi
  ? eventName extends string
    ? readonly [NamedEvent<abi, eventName>]
    : readonly Extract<abi[number], AbiEvent>[]
  : abi extends readonly unknown[]
    ? readonly AbiEvent[]
    : events

/** The events of a name: several only where the ABI overloads it. */
type NamedEvent<abi extends Abi, eventName extends string> = Abi extends abi
  ? AbiEvent
  : Extract<abi[number], AbiEvent & { readonly name: eventName }>

type Unread = { readonly eventName?: undefined; readonly args?: undefined }

/**
 * A log as hooks return it: viem's `Log` with `eventName` and `args` inferred from the events, and `decoded`, where no
 * argument is lost whatever its name. Without `strict`, a log that fits no event is there as well, without
 * arguments; `misfit` says how it differs.
 */
export type EventLog<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
> = Pick<LogRow, 'decoded' | 'misfit'> &
  (events extends MaybeEvents & readonly AbiEvent[]
    ?
        | Log<bigint, number, false, event, strict, events>
        | (strict extends true ? never : Log<bigint, number, false> & Unread)
    : Log<bigint, number, false> & Unread)

/**
 * The indexed arguments of the only event: each a value, a list (any of), or `null` for anything. Of a list whose length no
 * type knows, they are checked when it is parsed.
 */
type ArgsOf<events extends MaybeEvents> = events extends readonly [infer event extends AbiEvent]
  ? GetEventArgs<readonly [event], event['name']>
  : events extends readonly AbiEvent[]
    ? number extends events['length']
      ? LogQuery['args']
      : undefined
    : undefined

/**
 * Which events to ask for and how to read them. **A key that is there but `undefined` means "not known yet": nothing is sent
 * until it is known. `null`, or no key, means anything.**
 */
export type EventParameters<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
> = (
  | {
      /** The event to read and decode. */
      event: event
      events?: undefined
      abi?: undefined
      eventName?: undefined
      /** Its indexed arguments: each a value, a list (any of), or `null` for anything. **`undefined`: not known yet.** */
      args?: ArgsOf<EventsOf<event>> | null | undefined
      topics?: null | undefined
    }
  | {
      event?: undefined
      /** The events to read and decode. */
      events: events
      abi?: undefined
      eventName?: undefined
      /** The indexed arguments of the event, when it is only one. **`undefined`: not known yet.** */
      args?: ArgsOf<events> | null | undefined
      /** Raw topics by position. With these, `events` only decode. **`undefined`: not known yet.** */
      topics?: LogQuery['topics']
    }
  | {
      event?: undefined
      events?: undefined
      /** The ABI that declares the events: all of them, or those named `eventName`. */
      abi: abi
      /** The event of `abi` to read and decode. @default all events of `abi` */
      eventName?: eventName | EventNameOf<abi> | undefined
      /** Its indexed arguments: each a value, a list (any of), or `null` for anything. **`undefined`: not known yet.** */
      args?: ArgsOf<EventsIn<undefined, abi, eventName>> | null | undefined
      topics?: null | undefined
    }
  | {
      event?: undefined
      events?: undefined
      abi?: undefined
      eventName?: undefined
      args?: null | undefined
      /** Raw topics by position: each `null` (anything), one value, or a list (any of). **`undefined`: not known yet.** */
      topics?: LogQuery['topics']
    }
) & {
  /** Contracts whose logs are asked for. **`undefined`: not known yet.** @default all */
  address?: LogQuery['address']
  /** Leave out logs that do not fit the event's shape. @default true */
  strict?: strict | undefined
}

/** Where to look: an interval, or one block by its hash. */
export type RangeParameters =
  | {
      /** First block, inclusive: a number, a tag, or `latest-500` for 500 blocks before the newest. **`undefined`: not known yet.** @default 'earliest' */
      fromBlock?: LogQuery['fromBlock']
      /** Last block, inclusive: a number, a tag, `latest-12`, or a block hash. **`undefined`: not known yet.** @default 'latest' */
      toBlock?: LogQuery['toBlock']
      blockHash?: null | undefined
    }
  | {
      fromBlock?: null | undefined
      toBlock?: null | undefined
      /** One block, by its hash. **`undefined`: not known yet.** */
      blockHash?: LogQuery['blockHash']
    }

/** A query of which the types know the events: rows and arguments are inferred from these. */
export type TypedLogQuery<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
> = EventParameters<event, events, strict, abi, eventName> &
  RangeParameters &
  Pick<LogQuery, 'order' | 'limit'>

/** A query of which the types know nothing, such as one from a link: no literal, whose mistakes would not be found then. */
export type AnyLogQuery<query> = LogQuery extends query ? query : never
