import type { AbiEvent, Address } from 'viem'
import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { checkKeys, QueryProblems } from './QueryProblems.ts'
import { canonical } from './Filter.ts'
import { inputProblem, showInput } from './inputProblem.ts'
import type { LogQuery } from './LogQuery.ts'
import { parseAddress } from './parseAddress.ts'
import { createParsedLogQuery, isParsed } from './ParsedLogQuery.ts'
import type { ParsedLogQuery } from './ParsedLogQuery.ts'
import { parseRange } from './parseRange.ts'
import { parseTopics } from './parseTopics.ts'

/** Every key of a query. */
export const queryKeys: readonly (keyof LogQuery)[] = [
  ...(['address', 'event', 'events', 'args', 'topics'] as const),
  ...(['fromBlock', 'toBlock', 'blockHash', 'order', 'limit', 'strict'] as const),
]

/**
 * Checks a query and puts it into canonical form: the same question always gives the same answer here,
 * however it was written. A query that has been parsed is returned as it is.
 *
 * @throws {@link InvalidQueryError} naming every field that is wrong and what would be right. Nothing has been sent then.
 * @throws {@link QueryNotReadyError} where nothing is wrong, but something is `undefined` and so not known yet.
 */
export function parseLogQuery(query: LogQuery | ParsedLogQuery): ParsedLogQuery {
  if (isParsed(query)) return query
  const given: unknown = query
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new InvalidQueryError([{ path: 'query', ...inputProblem('query-object', showInput(given)) }])
  const problems = new QueryProblems()
  checkKeys(query, queryKeys, problems)
  const events = parseEvents(query, problems)
  const filter = {
    address: parseAddresses(query, problems),
    topics: events ? parseTopics(query, events, problems) : [],
  }
  const range = parseRange(query, problems)
  const { order = 'asc', limit, strict = true } = query
  if (order !== 'asc' && order !== 'desc') problems.add('order', inputProblem('order', showInput(order)))
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1))
    problems.add('limit', inputProblem('limit', showInput(limit)))
  if (typeof strict !== 'boolean') problems.add('strict', inputProblem('strict'))
  const error = problems.toError()
  if (error) throw error
  return createParsedLogQuery({
    filter,
    range,
    order,
    limit,
    events: events ?? [],
    strict,
    asksTopics: (query.topics ?? undefined) !== undefined,
    where: [],
  })
}

/** The events to decode with; `undefined` when they make no sense. */
function parseEvents(query: LogQuery, problems: QueryProblems): readonly AbiEvent[] | undefined {
  const { event, events } = query
  if (event !== undefined && events !== undefined) {
    problems.add('event', inputProblem('event-and-events'))
    return undefined
  }
  const list: unknown = event === undefined ? (events ?? []) : [event]
  if (!Array.isArray(list)) {
    problems.add('events', inputProblem('events-list', showInput(list)))
    return undefined
  }
  const wrong = Array.from(list as readonly (Partial<AbiEvent> | null)[]).findIndex(
    (item) => item?.type !== 'event' || !Array.isArray(item.inputs),
  )
  if (wrong < 0) return [...(list as readonly AbiEvent[])]
  problems.add(event === undefined ? `events[${wrong}]` : 'event', inputProblem('event-item'))
  return undefined
}

function parseAddresses(query: LogQuery, problems: QueryProblems): readonly Address[] | undefined {
  const { address } = query
  if (address === undefined && 'address' in query) problems.notReady('address')
  if (address === undefined || address === null) return undefined
  const list: readonly unknown[] = Array.isArray(address) ? address : [address]
  if (list.length === 0) problems.add('address', inputProblem('list-empty'))
  return canonical(
    Array.from(list).flatMap((one, index) => {
      const path = Array.isArray(address) ? `address[${index}]` : 'address'
      if (one === undefined) {
        problems.notReady(path)
        return []
      }
      const parsed = parseAddress(one)
      if ('address' in parsed) return [parsed.address]
      problems.add(path, parsed.problem)
      return []
    }),
  )
}
