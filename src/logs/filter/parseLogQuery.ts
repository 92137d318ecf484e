import type { AbiEvent, Address } from 'viem'
import { isObject } from '../../base/unknownJson.ts'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { canonical, partsOf } from './Filter.ts'
import { inputProblem, formatInput, type InputProblem } from './inputProblem.ts'
import { isEvent } from './isEvent.ts'
import { distinctEvents, eventsOfAbi, type LogFilterInput, type LogQuery } from './LogQuery.ts'
import { parseAddress } from './parseAddress.ts'
import { createParsedLogQuery, isParsed, type LogQueryParts, type ParsedLogQuery } from './ParsedLogQuery.ts'
import { parseRange } from './parseRange.ts'
import { parseTopics } from './parseTopics.ts'
import { checkKeys, QueryProblems } from './QueryProblems.ts'
import { uniteFilters } from './uniteFilters.ts'

/** Every key of a filter. */
const filterKeys = ['address', 'event', 'events', 'abi', 'eventName', 'args', 'topics'] as const

/** Every key of a query. */
export const queryKeys: readonly (keyof LogQuery)[] = [
  ...filterKeys,
  'filters',
  ...(['fromBlock', 'toBlock', 'blockHash', 'order', 'limit', 'strict'] as const),
]

/**
 * Validates a query and puts it into canonical form: equivalent queries give equal results. Parsed queries are
 * returned as they are.
 *
 * @throws {@link InvalidQueryError} naming every invalid field and what is expected.
 * @throws {@link QueryNotReadyError} if the query is valid except for values that are `undefined`, so not known yet.
 *
 * @example
 * const { key, filter, range } = parseLogQuery({ address: token, event: transfer, fromBlock: 1_000_000n })
 */
export function parseLogQuery(query: LogQuery | ParsedLogQuery): ParsedLogQuery {
  if (isParsed(query)) return query
  const given: unknown = query
  if (!isObject(given))
    throw new InvalidQueryError([{ path: 'query', ...inputProblem('query-object', formatInput(given)) }])
  const problems = new QueryProblems()
  checkKeys(query, queryKeys, problems)
  const parsed =
    Object.hasOwn(query, 'filters') && query.filters !== null
      ? parseFilters(query, problems)
      : parseFilter(query, problems)
  const range = parseRange(query, problems)
  const { order = 'asc', limit, strict = true } = query
  if (order !== 'asc' && order !== 'desc') problems.add('order', inputProblem('order', formatInput(order)))
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1))
    problems.add('limit', inputProblem('limit', formatInput(limit)))
  if (typeof strict !== 'boolean') problems.add('strict', inputProblem('strict'))
  const error = problems.toError()
  if (error) throw error
  return createParsedLogQuery({ ...parsed, range, order, limit, strict, where: [] })
}

type ParsedFilter = Pick<LogQueryParts, 'filter' | 'events' | 'hasRawTopics' | 'rawFilter'>

function parseFilter(input: LogFilterInput, problems: QueryProblems): ParsedFilter {
  const events = parseEvents(input, problems)
  const filter = {
    address: parseAddresses(input, problems),
    topics: events ? parseTopics(input, events, problems) : [],
  }
  return { filter, events: events ?? [], hasRawTopics: (input.topics ?? undefined) !== undefined }
}

/** The filters of a query as one. */
function parseFilters(query: LogQuery, problems: QueryProblems): ParsedFilter {
  const given: unknown = query.filters
  const anything: ParsedFilter = {
    filter: { address: undefined, topics: [] },
    events: [],
    hasRawTopics: false,
  }
  for (const key of filterKeys)
    if ((query[key] ?? undefined) !== undefined) problems.add(key, inputProblem('filters-alone'))
  if (given === undefined) problems.notReady('filters')
  else if (!Array.isArray(given)) problems.add('filters', inputProblem('filters-list', formatInput(given)))
  else if (given.length === 0) problems.add('filters', inputProblem('list-empty'))
  if (!Array.isArray(given) || given.length === 0) return anything
  const parsed = Array.from(given as readonly unknown[], (input, index) => {
    const path = `filters[${index}]`
    if (input === undefined) problems.notReady(path)
    else if (!isObject(input)) problems.add(path, inputProblem('query-object', formatInput(input)))
    else {
      const own = new QueryProblems()
      checkKeys(input, filterKeys, own)
      const part = parseFilter(input, own)
      problems.addAll(path, own)
      return part
    }
    return anything
  })
  // A filter without events requests logs of any.
  const raw = parsed.filter(({ events, hasRawTopics }) => hasRawTopics || events.length === 0)
  // Nodes also send other logs where an anonymous event is requested.
  const isPart = raw.length > 0 && parsed.some((one) => !raw.includes(one) && one.events.some(isAnonymous))
  return {
    filter: unite(parsed),
    events: distinctEvents(parsed.flatMap(({ events }) => events)),
    hasRawTopics: raw.length > 0,
    rawFilter: isPart ? unite(raw) : undefined,
  }
}

const unite = (parsed: readonly ParsedFilter[]) =>
  uniteFilters(parsed.flatMap(({ filter }) => partsOf(filter)))

const isAnonymous = ({ anonymous }: AbiEvent) => anonymous === true

/** The events to decode with; `undefined` if invalid. */
function parseEvents(query: LogFilterInput, problems: QueryProblems): readonly AbiEvent[] | undefined {
  const forms = (['event', 'events', 'abi'] as const).filter((form) => query[form] !== undefined)
  const [form = 'events', other] = forms
  const fail = (path: string, problem: InputProblem) => {
    problems.add(path, problem)
    return undefined
  }
  if (other) return fail(form, inputProblem('events-once'))
  if (form !== 'abi' && query.eventName !== undefined)
    return fail('eventName', inputProblem('event-name-alone'))
  const list: unknown = form === 'event' ? [query.event] : (query[form] ?? [])
  if (!Array.isArray(list)) return fail(form, inputProblem('events-list', formatInput(list)))
  if (form === 'abi') {
    const problem = abiProblem(list, query.eventName)
    if (problem) return fail(query.eventName === undefined ? 'abi' : 'eventName', problem)
  }
  const events = form === 'abi' ? eventsOfAbi(list, query.eventName) : (list as readonly AbiEvent[])
  const wrong = Array.from<unknown>(events).findIndex((item) => !isEvent(item))
  if (wrong < 0) return distinctEvents(events)
  return fail(form === 'events' ? `events[${wrong}]` : form, inputProblem('event-item'))
}

/** The problem of an ABI without an event of this name, or without any. */
function abiProblem(abi: readonly unknown[], eventName: string | undefined): InputProblem | undefined {
  if (eventsOfAbi(abi, eventName).length > 0) return undefined
  const names = [...new Set(eventsOfAbi(abi).map(({ name }) => name))]
  if (names.length === 0) return inputProblem('abi-no-events')
  return inputProblem('event-name-unknown', formatInput(eventName), names.join(', '))
}

function parseAddresses(query: LogFilterInput, problems: QueryProblems): readonly Address[] | undefined {
  const { address } = query
  if (address === undefined && 'address' in query) problems.notReady('address')
  if (address === undefined || address === null) return undefined
  if (Array.isArray(address) && address.length === 0) problems.add('address', inputProblem('list-empty'))
  const parse = (value: unknown) => {
    const parsed = parseAddress(value)
    return 'address' in parsed ? parsed.address : parsed.problem
  }
  return canonical(problems.parseEach('address', address, parse))
}
