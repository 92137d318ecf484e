import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import type { RangeParameters } from '../../logs/filter/EventLog.ts'
import { textProblem } from '../../logs/filter/formats/textProblem.ts'
import type { LogQuery } from '../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { readLogParameters } from '../../query/readLogParameters.ts'

/** A query with raw topics. */
export type TopicsQuery = Pick<LogQuery, 'address' | 'topics' | 'order' | 'limit'> & RangeParameters

/**
 * Converts a query's events and arguments to raw topics, so that more events can be passed for decoding than are
 * requested; or returns the error of an invalid query.
 */
export function toTopicsQuery(search: LogSearch): TopicsQuery | InvalidQueryError {
  const { where: _, ...query } = search
  const parsed = readLogParameters(query)
  if (parsed instanceof InvalidQueryError) return parsed
  const { filter, range, order, limit } = parsed
  const { address, topics, anyOf } = filter
  // The types exclude several filters. From JavaScript, they must not become one filter that matches more logs.
  if (anyOf) return new InvalidQueryError([{ path: 'filters', ...textProblem('filters-one') }])
  return { ...(address && { address }), topics, order, limit, ...range }
}
