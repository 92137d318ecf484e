import { InvalidQueryError } from '../../errors/InvalidQueryError.ts'
import { inputProblem } from './inputProblem.ts'
import type { LogQuery } from './LogQuery.ts'
import { parseLogQuery } from './parseLogQuery.ts'
import type { ParsedLogQuery } from './ParsedLogQuery.ts'

/**
 * A query that can be followed, checked.
 *
 * @throws {@link InvalidQueryError} when its range ends somewhere, or anything else is wrong with it.
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
