import { InvalidQueryError } from '../errors.ts'
import type { LogQuery } from '../logs/LogQuery.ts'
import { parseLogQuery } from '../logs/parseLogQuery.ts'

/**
 * The same question with its events and arguments as raw topics, so that more events can be given to decode with than
 * are asked for. An invalid query stays as it is, to be refused in its own words.
 */
export function toTopicsQuery(query: LogQuery): LogQuery {
  try {
    const { filter } = parseLogQuery(query)
    return { ...query, events: undefined, args: undefined, topics: filter.topics }
  } catch (error) {
    if (error instanceof InvalidQueryError) return query
    throw error
  }
}
