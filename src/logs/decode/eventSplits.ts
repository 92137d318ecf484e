import type { AbiEvent } from 'viem'
import type { DecodedEvent, RawLog } from '../Log.ts'
import { compileEvent } from './compileEvent.ts'
import type { CompiledEvent } from './compileEvent.ts'
import { typeName } from './splitType.ts'

type EventData = Pick<RawLog, 'topics' | 'data'>

// `2 ** inputs` combinations are looked through.
const mostInputs = 17
/** More ways than these are not tried: a log must not cost what its event's number of arguments makes of it. */
const mostSplits = 64

/** The ways to index arguments of an event so that its logs have `topicCount` topics: first those that come first. */
export function eventSplits(event: AbiEvent, topicCount: number): readonly AbiEvent[] {
  const { length } = event.inputs
  const count = topicCount - (event.anonymous ? 0 : 1)
  if (count < 0 || count > length || length > mostInputs) return []
  return combinations(length, count).map((chosen) => ({
    ...event,
    inputs: event.inputs.map((input, at) => ({ ...input, indexed: chosen.includes(at) })),
  }))
}

/** The ways to index arguments of an event that fit a log: those that fit it exactly, else those that fit at all. */
export function fittingSplits(event: AbiEvent, log: EventData): readonly AbiEvent[] {
  const splits = eventSplits(event, log.topics.length).flatMap(
    (split) => compileEvent(split, 'guessed') ?? [],
  )
  const exact = splits.filter((split) => fits(split, log, true))
  const fitting = exact.length > 0 ? exact : splits.filter((split) => fits(split, log, false))
  return fitting.slice(0, mostSplits).map(({ abi }) => abi)
}

/** What a log is when other arguments of an event are indexed than it says: every way that fits. */
export function splitReadings(event: AbiEvent, log: EventData): readonly DecodedEvent[] {
  return fittingSplits(event, log).flatMap(
    (split) => compileEvent(split, 'guessed')?.decode(log, false) ?? [],
  )
}

/** Whether a log is exactly one of an event with other arguments indexed than it says, and not only by other names. */
export function hasExactSplit({ abi, topicCount }: CompiledEvent, log: EventData): boolean {
  if (log.topics.length !== topicCount) return false
  let splits = others.get(abi)
  if (!splits) {
    const byPlaces = new Map(eventSplits(abi, topicCount).map((split) => [places(split), split]))
    byPlaces.delete(places(abi))
    splits = [...byPlaces.values()]
      .slice(0, mostSplits)
      .flatMap((split) => compileEvent(split, 'guessed') ?? [])
    others.set(abi, splits)
  }
  return splits.some((split) => fits(split, log, true))
}

const others = new WeakMap<AbiEvent, readonly CompiledEvent[]>()

/** The types in the topics and those in the data: events that agree in them have the same logs. */
function places({ inputs }: AbiEvent): string {
  const typesOf = (indexed: boolean) =>
    inputs.filter((input) => (input.indexed ?? false) === indexed).map(typeName)
  return [true, false].map((indexed) => typesOf(indexed).join()).join('|')
}

function fits(event: CompiledEvent, log: EventData, exactly: boolean): boolean {
  try {
    event.args(log, exactly)
    return true
  } catch {
    return false
  }
}

/** Lists of `count` positions, in order: [0, 1] before [0, 2] before [1, 2]. */
function combinations(length: number, count: number, from = 0): readonly (readonly number[])[] {
  if (count === 0) return [[]]
  const all: (readonly number[])[] = []
  for (let at = from; at <= length - count; at++)
    for (const rest of combinations(length, count - 1, at + 1)) all.push([at, ...rest])
  return all
}
