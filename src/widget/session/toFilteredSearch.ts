import type { AbiEvent, Hex } from 'viem'
import type { LogFilterAction } from '../../components/LogTable/model/LogFilterAction.ts'
import { decodeParameters } from '../../logs/decode/decodeParameters.ts'
import { eventTopic } from '../../logs/filter/eventTopic.ts'
import { indexedValues } from '../../logs/filter/formats/indexedValues.ts'
import { namedArgs } from '../../logs/filter/formats/namedArgs.ts'
import { parseLogSearch } from '../../logs/filter/formats/parseLogSearch.ts'
import { eventsIn } from '../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'

type Action = Pick<LogFilterAction, 'mode' | 'target' | 'values'> & { readonly log?: LogFilterAction['log'] }

/**
 * The query with a filter for some values of a field; `undefined` if nodes cannot filter by it. Events and arguments stay as
 * such where possible, with the clicked event from `events`. Where topics become raw, the query's events still decode.
 */
export function toFilteredSearch(
  search: LogSearch,
  action: Action,
  events: readonly AbiEvent[] = [],
): LogSearch | undefined {
  const { mode, target, values } = action
  const { filter } = parseLogSearch(search)
  const { args: _, ...withoutArgs } = search
  const join = <value>(before: readonly value[] | null | undefined, more: readonly value[]) => [
    ...new Set([...(mode === 'any' ? (before ?? []) : []), ...more]),
  ]
  if (target.field === 'address')
    return { ...search, address: join(filter.address, values as readonly Hex[]) }
  if (target.field === 'block') {
    const [block] = values
    // Several blocks need not form a range.
    if (block === undefined || values.length > 1 || mode === 'any') return undefined
    return { ...search, blockHash: null, fromBlock: BigInt(block), toBlock: BigInt(block) }
  }
  if (target.field !== 'topic') return undefined
  const hashes = values as readonly Hex[]
  if (search.topics == null) {
    const found =
      target.position === 0
        ? withEvent(search, action, events)
        : withArgument(withOwnEvent(search, action, events), target.position - 1, hashes, join)
    if (found) return found
  }
  const topics = Array.from({ length: Math.max(filter.topics.length, target.position + 1) }, (_, position) =>
    position === target.position ? join(filter.topics[position], hashes) : (filter.topics[position] ?? null),
  )
  return { ...withoutArgs, where: keptConditions(search, topics[0]), topics }
}

/** The conditions, kept while only their event is requested. */
function keptConditions(search: LogSearch, topic0: readonly Hex[] | null | undefined) {
  const [event] = eventsIn(search)
  return event && topic0?.length === 1 && topic0[0] === eventTopic(event) ? search.where : undefined
}

/** Requests the clicked event, by its ABI: only it, or also it. */
function withEvent(search: LogSearch, { mode, values, log }: Action, events: readonly AbiEvent[]) {
  const { event: _event, abi: _abi, eventName: _name, ...others } = search
  const { args, where } = search
  const before = eventsIn(search)
  const [hash] = values
  const event = events.find(
    (one) =>
      eventTopic(one) === hash &&
      one.inputs.filter(({ indexed }) => indexed).length + 1 === log?.topics.length,
  )
  if (!event || values.length > 1) return undefined
  if (before.some((one) => eventTopic(one) === hash))
    return mode === 'only' && before.length > 1 ? { ...others, events: [event] } : search
  // Arguments and conditions apply to the previous single event only.
  if (before.length > 0 && (args || where?.length)) return undefined
  return { ...others, events: mode === 'only' ? [event] : [...before, event] }
}

/** Without events, requests only the event whose argument was clicked, because other events have other arguments. */
function withOwnEvent(search: LogSearch, action: Action, events: readonly AbiEvent[]): LogSearch {
  const topic0 = action.log?.topics[0]
  if (eventsIn(search).length > 0 || action.values.length > 1 || topic0 === undefined) return search
  return withEvent(search, { ...action, mode: 'only', values: [topic0] }, events) ?? search
}

/** Filters by values of an indexed argument of the only event, unless logs hold only their hashes. */
function withArgument(
  search: LogSearch,
  position: number,
  hashes: readonly Hex[],
  join: (before: readonly unknown[], more: readonly unknown[]) => readonly unknown[],
) {
  const [event, ...others] = eventsIn(search)
  const input = event?.inputs.filter(({ indexed }) => indexed)[position]
  if (!event || !input || event.anonymous || others.length > 0) return undefined
  if (!/^(address|bool|u?int\d*|bytes\d+)$/.test(input.type)) return undefined
  const before = indexedValues(event, search.args)
  const more = hashes.map((hash) => decodeParameters([{ type: input.type }], hash)?.[0])
  // A topic that is not a valid value of the type, as hostile contracts may emit, is used unchanged.
  if (more.includes(undefined)) return undefined
  const wanted = before.map((anyOf, at) => (at === position ? join(anyOf, more) : anyOf))
  return { ...search, args: namedArgs(event, wanted) ?? null }
}
