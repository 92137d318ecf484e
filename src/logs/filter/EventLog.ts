import type { Abi, AbiEvent, ContractEventName, GetEventArgs, Log } from 'viem'
import type { LogRow } from '../Log.ts'
import type { LogFilterInput, LogQuery } from './LogQuery.ts'

type MaybeEvents = readonly AbiEvent[] | undefined

/** `[event]` for one event: viem infers the arguments from such a list. */
export type EventsOf<event extends AbiEvent | undefined> = event extends AbiEvent
  ? readonly [event]
  : undefined

export type MaybeAbi = Abi | readonly unknown[] | undefined

/** The names that `eventName` may have: those of the ABI's events. */
export type EventNameOf<abi extends MaybeAbi> = abi extends readonly unknown[]
  ? ContractEventName<abi>
  : string

/** The events of a query, from `events` or from `abi` and `eventName`. */
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

/** The events with a name: several only if the ABI overloads it. */
type NamedEvent<abi extends Abi, eventName extends string> = Abi extends abi
  ? AbiEvent
  : Extract<abi[number], AbiEvent & { readonly name: eventName }>

type Unread = { readonly eventName?: undefined; readonly args?: undefined }

/**
 * A log as hooks return it: viem's `Log` with `eventName` and `args` inferred from the events, and `decoded`, which
 * keeps every argument whatever its name. Without `strict`, it may be a log that fits no event, without arguments;
 * `misfit` says how it differs.
 */
export type EventLog<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
> = Pick<LogRow, 'decoded' | 'misfit' | 'blockTimestamp'> &
  (events extends MaybeEvents & readonly AbiEvent[]
    ?
        | Log<bigint, number, false, event, strict, events>
        | (strict extends true ? never : Log<bigint, number, false> & Unread)
    : Log<bigint, number, false> & Unread)

export type MaybeFilters = readonly LogFilterInput[] | undefined

/** The events of one of several filters. */
type EventsOfFilter<filter> = LogFilterInput extends filter
  ? readonly AbiEvent[]
  : filter extends { event: infer event extends AbiEvent }
    ? readonly [event]
    : filter extends { events: infer events extends readonly AbiEvent[] }
      ? events
      : filter extends { abi: infer abi extends Abi | readonly unknown[] }
        ? EventsIn<undefined, abi, filter extends { eventName: infer name extends string } ? name : undefined>
        : undefined

/** Filters whose events and arguments fit. Only those that fit are intersected: otherwise errors speak of `never`. */
type CheckedFilters<filters extends MaybeFilters> = {
  readonly [at in keyof filters]: filters[at] extends CheckedFilter<filters[at]>
    ? filters[at] & CheckedFilter<filters[at]>
    : CheckedFilter<filters[at]>
}

type CheckedFilter<filter> = Omit<LogFilterInput, 'abi' | 'eventName' | 'args'> & {
  readonly abi?: AbiOf<filter>
  readonly eventName?: EventNameOf<AbiOf<filter>> | undefined
  readonly args?: CheckedArgs<filter, ArgsOf<EventsOfFilter<filter>>> | null | undefined
}

type AbiOf<filter> = filter extends { abi: infer abi extends MaybeAbi } ? abi : MaybeAbi

/** Arguments, without those that the event does not have. */
type CheckedArgs<filter, wanted> = filter extends { args: infer args extends object }
  ? args extends readonly unknown[]
    ? wanted
    : wanted & { readonly [name in Exclude<keyof args, keyof wanted>]?: never }
  : wanted

/** The rows of a query: those of its events or, with `filters`, of any of theirs. */
export type QueryLog<
  event extends AbiEvent | undefined,
  events extends MaybeEvents,
  strict extends boolean,
  abi extends MaybeAbi,
  eventName extends string | undefined,
  filters extends MaybeFilters,
> = filters extends readonly LogFilterInput[]
  ? { [at in keyof filters]: EventLog<undefined, EventsOfFilter<filters[at]>, strict> }[number]
  : EventLog<event, EventsIn<events, abi, eventName>, strict>

/**
 * The indexed arguments of the only event: each a value, a list (any of), or `null` for anything. For a list of unknown
 * length, they are checked at run time only.
 */
type ArgsOf<events extends MaybeEvents> = events extends readonly [infer event extends AbiEvent]
  ? GetEventArgs<readonly [event], event['name']>
  : events extends readonly AbiEvent[]
    ? number extends events['length']
      ? LogQuery['args']
      : undefined
    : undefined

type IsUnion<type, all = type> = type extends unknown ? ([all] extends [type] ? false : true) : never

/** The indexed arguments of the only event of an ABI, or of the only one named `eventName`; none if there are several. */
type ArgsOfAbi<abi extends MaybeAbi, eventName extends string | undefined> = abi extends Abi
  ? Abi extends abi
    ? LogQuery['args']
    : ArgsOfOnly<EventsIn<undefined, abi, eventName>[number]>
  : LogQuery['args']

type ArgsOfOnly<event extends AbiEvent> =
  IsUnion<event> extends true ? undefined : GetEventArgs<readonly [event], event['name']>

/** {@link EventParameters} without the contracts. */
export type EventChoice<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = (
  | {
      /**
       * Several filters: a log must match one of them. From *or* to an account, or several contracts with an event
       * each. Each filter that cannot be joined with another takes a separate call per chunk. **`undefined`: not
       * known yet.**
       */
      filters: (CheckedFilters<filters> & readonly LogFilterInput[]) | undefined
      address?: null | undefined
      event?: undefined
      events?: undefined
      abi?: undefined
      eventName?: undefined
      args?: null | undefined
      topics?: null | undefined
    }
  | {
      filters?: null
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
      filters?: null
      event?: undefined
      /** The events to read and decode. */
      events: events
      abi?: undefined
      eventName?: undefined
      /** The indexed arguments, if there is exactly one event. **`undefined`: not known yet.** */
      args?: ArgsOf<events> | null | undefined
      /** Raw topics by position. With these, `events` only decode. **`undefined`: not known yet.** */
      topics?: LogQuery['topics']
    }
  | {
      filters?: null
      event?: undefined
      events?: undefined
      /** The ABI that declares the events: all of them, or those named `eventName`. */
      abi: abi
      /** The event of `abi` to read and decode. @default all events of `abi` */
      eventName?: eventName | EventNameOf<abi> | undefined
      /**
       * The indexed arguments, if there is exactly one event: each a value, a list (any of), or `null` for anything.
       * **`undefined`: not known yet.**
       */
      args?: ArgsOfAbi<abi, eventName> | null | undefined
      topics?: null | undefined
    }
  | {
      filters?: null
      event?: undefined
      events?: undefined
      abi?: undefined
      eventName?: undefined
      args?: null | undefined
      /** Raw topics by position: each `null` (anything), one value, or a list (any of). **`undefined`: not known yet.** */
      topics?: LogQuery['topics']
    }
) & {
  /** Leaves out logs that do not fit the event's shape. @default true */
  strict?: strict | undefined
}

/**
 * Which events to request and how to decode them. **A key set to `undefined` means "not known yet": nothing is sent
 * until it is known. `null`, or no key, means anything.** Except for the events themselves: **`event`, `events` or `abi` set to
 * `undefined` reads logs of every event, not decoded.**
 */
export type EventParameters<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = EventChoice<event, events, strict, abi, eventName, filters> & {
  /** Contracts whose logs are requested. **`undefined`: not known yet.** @default all */
  address?: LogQuery['address']
}

/** The blocks to read: an interval, or one block by its hash. */
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

/** A query whose events are known to the types: rows and arguments are inferred from them. */
export type TypedLogQuery<
  event extends AbiEvent | undefined = undefined,
  events extends MaybeEvents = EventsOf<event>,
  strict extends boolean = true,
  abi extends MaybeAbi = undefined,
  eventName extends EventNameOf<abi> | undefined = undefined,
  filters extends MaybeFilters = undefined,
> = EventParameters<event, events, strict, abi, eventName, filters> &
  RangeParameters &
  Pick<LogQuery, 'order' | 'limit'>

/**
 * A query unknown to the types, such as one from a link. Excludes literals, whose mistakes would otherwise go
 * unnoticed.
 */
export type AnyLogQuery<query> = LogQuery extends query ? query : never
