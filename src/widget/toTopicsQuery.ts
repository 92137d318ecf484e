import { InvalidQueryError } from '../errors.ts'
import type { LogQuery } from '../logs/LogQuery.ts'
import type { RangeParameters } from '../query/EventLog.ts'
import { parseLogQuery } from '../logs/parseLogQuery.ts'

/** A query that names its topics itself. */
export type TopicsQuery = Pick<LogQuery, 'address' | 'topics' | 'order' | 'limit'> & RangeParameters

/**
 * The same question with its events and arguments as raw topics, so that more events can be given to decode with than
 * are asked for; or what is wrong with it.
 */
export function toTopicsQuery(query: LogQuery): TopicsQuery | InvalidQueryError {
  try {
    const { filter } = parseLogQuery(query)
    const { address, fromBlock, toBlock, blockHash, order, limit } = query
    const range = blockHash === undefined ? { fromBlock, toBlock } : { blockHash }
    return { address, topics: filter.topics, order, limit, ...range }
  } catch (error) {
    if (error instanceof InvalidQueryError) return error
    throw error
  }
}
