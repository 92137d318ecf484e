import type { AbiEvent } from 'viem'
import { InvalidQueryError } from '../../errors.ts'
import type { InputIssue } from '../../errors.ts'
import type { ArgCondition } from '../ArgCondition.ts'
import type { LogSearch } from '../LogSearch.ts'
import { parseLogQuery } from '../parseLogQuery.ts'
import type { ParsedLogQuery } from '../parseLogQuery.ts'
import { readValue } from './readValue.ts'

/**
 * Checks a query and its conditions, as `parseLogQuery` does for the query alone.
 *
 * @throws {@link InvalidQueryError} naming every field that is wrong and what would be right.
 */
export function parseLogSearch(search: LogSearch): ParsedLogQuery & { where: readonly ArgCondition[] } {
  const { where = [], ...query } = search
  const parsed = parseLogQuery(query)
  const issues = whereIssues(where, parsed.events)
  if (issues.length > 0) throw new InvalidQueryError(issues)
  return { ...parsed, where }
}

const comparisons: readonly unknown[] = ['anyOf', 'atLeast', 'atMost', 'contains']

function whereIssues(where: readonly ArgCondition[], events: readonly AbiEvent[]): readonly InputIssue[] {
  if (where.length === 0) return []
  const [event] = events
  if (!event || events.length > 1)
    return [
      { path: 'where', message: `Conditions belong to exactly one event, but ${events.length} were given.` },
    ]
  const seen = new Set<string>()
  return where.flatMap((condition, index) => {
    const message = problemOf(condition, event, seen)
    return message === undefined ? [] : [{ path: `where[${index}]`, message }]
  })
}

function problemOf(condition: ArgCondition, event: AbiEvent, seen: Set<string>): string | undefined {
  const { arg, is, values } = condition
  const input = event.inputs[arg]
  if (!input) return `\`${event.name}\` has no argument at position ${arg}.`
  if (!comparisons.includes(is)) return `One of ${comparisons.join(', ')} expected.`
  if (seen.has(`${arg} ${is}`)) return 'The same comparison of the same argument is there already.'
  seen.add(`${arg} ${is}`)
  if (values.length === 0) return 'An empty list matches nothing: leave the condition out.'
  if (is !== 'anyOf' && values.length > 1) return `\`${is}\` takes one value, ${values.length} were given.`
  if ((is === 'atLeast' || is === 'atMost') && !/^u?int/.test(input.type))
    return `\`${is}\` compares numbers, but this is a ${input.type}.`
  if (is === 'contains' && input.type !== 'string')
    return `\`contains\` is for text, but this is a ${input.type}.`
  const wrong = values.find((value) => readValue(input.type, String(value)) === undefined)
  return wrong === undefined ? undefined : `This is not a ${input.type}: ${String(wrong).slice(0, 40)}`
}
