import { InvalidQueryError } from '../errors/InvalidQueryError.ts'
import { eventKey, eventsOfAbi, type LogQuery } from '../logs/filter/LogQuery.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { parseFollowQuery } from '../logs/filter/parseFollowQuery.ts'
import { parseLogQuery, queryKeys } from '../logs/filter/parseLogQuery.ts'
import { pollingProblem } from '../logs/filter/pollingProblem.ts'
import { checkKeys, QueryProblems } from '../logs/filter/QueryProblems.ts'

/** The parameters of a hook, whatever the event. */
export type AnyLogsParameters = LogQuery & {
  chainId?: number | undefined
  live?: boolean | undefined
  pollingInterval?: number | undefined
}

/** Parameters of hooks and factories that are not part of the query. */
const otherKeys = [
  'chainId',
  'live',
  'pollingInterval',
  'knownEvents',
  'onLogs',
  'onReorg',
  'config',
  'query',
]

/** Parsed queries by their parameters as text, the most recently used last. */
const parsed = new Map<string, ParsedLogQuery>()
const maxParsed = 200

/**
 * Parses the query in a hook's parameters. Returns what is wrong with it if it is invalid, and a {@link QueryNotReadyError} if
 * something is not known yet. Equal parameters, created at each render, give the same object, so each query is parsed once,
 * however many hooks and factories read it.
 */
export function readLogParameters(parameters: AnyLogsParameters): ParsedLogQuery | InvalidQueryError {
  try {
    const query = parseOnce(parameters)
    return parameters.live ? parseFollowQuery(query) : query
  } catch (error) {
    if (error instanceof InvalidQueryError) return error
    throw error
  }
}

function parseOnce(parameters: AnyLogsParameters): ParsedLogQuery {
  const problems = new QueryProblems()
  checkKeys(parameters, [...queryKeys, ...otherKeys], problems)
  const problem = pollingProblem(parameters.pollingInterval)
  if (problem) problems.add('pollingInterval', problem)
  const error = problems.toError()
  if (error) throw error
  const keys = queryKeys.filter((key) => Object.hasOwn(parameters, key))
  const query: LogQuery = Object.fromEntries(keys.map((key) => [key, parameters[key]]))
  const text = toText(query)
  if (text === undefined) return parseLogQuery(query)
  const found = parsed.get(text) ?? parseLogQuery(query)
  parsed.delete(text)
  parsed.set(text, found)
  const [oldest] = parsed.keys()
  if (parsed.size > maxParsed && oldest !== undefined) parsed.delete(oldest)
  return found
}

/** The parameters as text: two texts are equal only if all parameters are. `undefined` when they cannot be compared. */
function toText(query: LogQuery): string | undefined {
  const { filters, ...rest } = query
  try {
    return JSON.stringify([
      toTexts(rest),
      Object.hasOwn(query, 'filters'),
      Array.isArray(filters) ? filters.map(toTexts) : mark(filters),
    ])
  } catch {
    return undefined
  }
}

function toTexts({ event, events: list, abi, ...rest }: LogQuery): readonly unknown[] {
  return [
    event ? eventKey(event) : mark(event),
    Array.isArray(list) ? list.map(eventKey) : mark(list),
    Array.isArray(abi) ? eventsOfAbi(abi).map(eventKey) : mark(abi),
    mark(rest),
  ]
}

/** Marks values that JSON would write alike: `5n` and `"5"`, `undefined` and a missing key. */
function mark(value: unknown): unknown {
  if (Array.isArray(value)) return Array.from(value, mark)
  if (typeof value === 'object' && value !== null) {
    if (Object.getPrototypeOf(value) !== Object.prototype) throw new TypeError('not plain')
    return { entries: Object.entries(value).map(([key, entry]) => [key, mark(entry)]) }
  }
  return `${typeof value} ${String(value)}`
}
