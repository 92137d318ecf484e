import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { inputProblem } from './inputProblem.ts'
import type { LogQuery } from './LogQuery.ts'
import type { ParsedLogQuery } from './ParsedLogQuery.ts'
import { parseLogQuery } from './parseLogQuery.ts'

/**
 * Validates a query for following.
 *
 * @throws {@link InvalidQueryError} if its range has a fixed end, or the query is invalid.
 */
export function parseFollowQuery(query: LogQuery | ParsedLogQuery): ParsedLogQuery {
  const parsed = parseLogQuery(query)
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
