import type { AbiEvent } from 'viem'
import { InvalidQueryError, type InputIssue } from '../../../errors/InvalidQueryError.ts'
import type { ArgCondition } from '../ArgCondition.ts'
import type { FilterPart } from '../Filter.ts'
import { inputProblem, formatInput, type InputProblem } from '../inputProblem.ts'
import type { LogQuery } from '../LogQuery.ts'
import type { LogSearch } from '../LogSearch.ts'
import { isParsed, withParts, type ParsedLogQuery } from '../ParsedLogQuery.ts'
import { parseLogQuery } from '../parseLogQuery.ts'
import { readValue } from './readValue.ts'
import { textProblem } from './textProblem.ts'

/**
 * Validates a query with its conditions: `parseLogQuery` plus `where`.
 *
 * @throws {@link InvalidQueryError} naming every invalid field and what is expected.
 */
export function parseLogSearch(search: LogSearch | LogQuery | ParsedLogQuery): ParsedLogQuery {
  if (isParsed(search)) return search
  if (typeof search !== 'object' || search === null) return parseLogQuery(search)
  const { where = [], ...query }: LogSearch & LogQuery = search
  const parsed = parseLogQuery(query)
  const issues = whereIssues(where, parsed.events)
  if (issues.length > 0) throw new InvalidQueryError(issues)
  return where.length === 0 ? parsed : withParts(parsed, { where })
}

/**
 * Validates a query for a format that holds a single filter.
 *
 * @throws {@link InvalidQueryError} also when its `filters` cannot be joined into one.
 */
export function parseOneFilter(
  search: LogSearch | ParsedLogQuery,
): ParsedLogQuery & { readonly filter: FilterPart } {
  const parsed = parseLogSearch(search)
  const { filter } = parsed
  if (filter.anyOf) throw new InvalidQueryError([{ path: 'filters', ...textProblem('filters-one') }])
  return parsed as typeof parsed & { filter: typeof filter }
}

/**
 * The arguments or topics of a query as they were written. Parsed queries and joined `filters` have only topics, which
 * are left out if the events alone give the same ones.
 */
export function writtenArgs(
  search: LogSearch | ParsedLogQuery,
  { filter: { topics }, events, hasRawTopics }: ParsedLogQuery,
): Pick<LogSearch, 'args' | 'topics'> {
  if (!isParsed(search) && !(search as LogQuery).filters) return search
  // Without its raw topics, an anonymous event would leave out the logs of others.
  if (hasRawTopics && events.some(({ anonymous }) => anonymous)) return { topics }
  const ofEvents = parseLogQuery({ events }).filter.topics
  return JSON.stringify(topics) === JSON.stringify(ofEvents) ? {} : { topics }
}

/** How an argument can be compared. */
export const comparisons: readonly unknown[] = ['anyOf', 'atLeast', 'atMost', 'contains']

function whereIssues(where: readonly ArgCondition[], events: readonly AbiEvent[]): readonly InputIssue[] {
  if (!Array.isArray(where)) return [{ path: 'where', ...textProblem('where-list', formatInput(where)) }]
  if (where.length === 0) return []
  const [event] = events
  if (!event || events.length > 1)
    return [{ path: 'where', ...textProblem('where-one-event', `${events.length}`) }]
  const seen = new Set<string>()
  return where.flatMap((condition: unknown, index) => {
    const isObject = typeof condition === 'object' && condition !== null
    const problem = isObject
      ? problemOf(condition as ArgCondition, event, seen)
      : textProblem('where-object', formatInput(condition))
    return problem === undefined ? [] : [{ path: `where[${index}]`, ...problem }]
  })
}

function problemOf(condition: ArgCondition, event: AbiEvent, seen: Set<string>): InputProblem | undefined {
  const { arg, is, values } = condition
  const input = Number.isInteger(arg) ? event.inputs[arg] : undefined
  if (!input) return textProblem('where-position', event.name, formatInput(arg))
  if (!comparisons.includes(is)) return textProblem('where-comparison', comparisons.join(', '))
  if (seen.has(`${arg} ${is}`)) return textProblem('where-twice')
  seen.add(`${arg} ${is}`)
  if (!Array.isArray(values)) return textProblem('where-list', formatInput(values))
  if (values.length === 0) return inputProblem('list-empty')
  if (is !== 'anyOf' && values.length > 1) return textProblem('where-many', `${values.length}`)
  if ((is === 'atLeast' || is === 'atMost') && !/^u?int/.test(input.type))
    return textProblem('where-numbers', input.type)
  if (is === 'contains' && input.type !== 'string') return textProblem('where-words', input.type)
  for (const value of values as readonly unknown[]) {
    const found = formatInput(value)
    // No argument would equal 5 or "5".
    if (/^u?int/.test(input.type) && typeof value !== 'bigint')
      return textProblem('where-bigint', input.type, found)
    const isPlain = typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean'
    const read = isPlain ? readValue(input.type, String(value)) : undefined
    if (read === undefined || typeof read !== typeof value)
      return inputProblem('arg-value', input.type, found)
  }
  return undefined
}
