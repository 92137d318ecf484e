import type { AbiEvent } from 'viem'
import { typeName } from '../filter/eventTopic.ts'
import type { CompiledEvent, EventData } from './CompiledEvent.ts'
import { compileEvent } from './compileEvent.ts'

// Limits the number of combinations.
const maxInputs = 17
/** Maximum number of combinations tried on a log, so that an event with many arguments does not make its logs expensive. */
const maxSplits = 64

/**
 * All versions of an event with other arguments indexed whose logs have `topicCount` topics, in order of the indexed
 * positions.
 */
export function eventSplits(event: AbiEvent, topicCount: number): readonly AbiEvent[] {
  const { length } = event.inputs
  const count = topicCount - (event.anonymous ? 0 : 1)
  if (count < 0 || count > length || length > maxInputs) return []
  return combinations(length, count).map((chosen) => ({
    ...event,
    inputs: event.inputs.map((input, at) => ({ ...input, indexed: chosen.includes(at) })),
  }))
}

/** The versions of an event with other arguments indexed that fit a log: exact fits, else inexact ones. */
export function fittingSplits(event: AbiEvent, log: EventData): readonly CompiledEvent[] {
  const splits = eventSplits(event, log.topics.length).flatMap(
    (split) => compileEvent(split, 'guessed') ?? [],
  )
  const exact = splits.filter((split) => fits(split, log, true))
  const fitting = exact.length > 0 ? exact : splits.filter((split) => fits(split, log, false))
  return fitting.slice(0, maxSplits)
}

/**
 * Whether a log exactly fits an event with other arguments indexed. Versions that differ only in argument names do not
 * count.
 */
export function hasExactSplit({ abi, topicCount }: CompiledEvent, log: EventData): boolean {
  if (log.topics.length !== topicCount) return false
  let splits = others.get(abi)
  if (!splits) {
    const byPlaces = new Map(eventSplits(abi, topicCount).map((split) => [places(split), split]))
    byPlaces.delete(places(abi))
    splits = [...byPlaces.values()]
      .slice(0, maxSplits)
      .flatMap((split) => compileEvent(split, 'guessed') ?? [])
    others.set(abi, splits)
  }
  return splits.some((split) => fits(split, log, true))
}

const others = new WeakMap<AbiEvent, readonly CompiledEvent[]>()

/** The types in topics and in data: events that share both produce the same logs. */
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

/** All combinations of `count` positions, in order: [0, 1] before [0, 2] before [1, 2]. */
function combinations(length: number, count: number, from = 0): readonly (readonly number[])[] {
  if (count === 0) return [[]]
  const all: (readonly number[])[] = []
  for (let at = from; at <= length - count; at++)
    for (const rest of combinations(length, count - 1, at + 1)) all.push([at, ...rest])
  return all
}
