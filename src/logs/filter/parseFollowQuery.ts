import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { inputProblem } from './inputProblem.ts'
import type { LogQuery } from './LogQuery.ts'
import type { ParsedLogQuery } from './ParsedLogQuery.ts'
import { parseLogQuery } from './parseLogQuery.ts'
import { pollingProblem } from './pollingProblem.ts'

/**
 * Validates a query for following, and how often to poll.
 *
 * @throws {@link InvalidQueryError} if its range has a fixed end, or the query or the interval is invalid.
 */
export function parseFollowQuery(query: LogQuery | ParsedLogQuery, pollingInterval?: number): ParsedLogQuery {
  const parsed = parseLogQuery(query)
  const problem = pollingProblem(pollingInterval)
  if (problem) throw new InvalidQueryError([{ path: 'pollingInterval', ...problem }])
  const { range } = parsed
  if ('blockHash' in range || range.toBlock !== 'latest')
    throw new InvalidQueryError([
      {
        path: 'blockHash' in range ? 'blockHash' : 'toBlock',
        ...inputProblem('range-ends'),
      },
    ])
  return parsed
}
