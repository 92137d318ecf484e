import type { AbiEvent, Hex } from 'viem'
import { eventTopic } from './eventTopic.ts'
import { canonical, type Filter } from './Filter.ts'
import { inputProblem, formatInput, type InputProblem } from './inputProblem.ts'
import type { LogQuery } from './LogQuery.ts'
import { parseArgs } from './parseArgs.ts'
import type { QueryProblems } from './QueryProblems.ts'

/** The topics of a query: raw ones, else those of its events and arguments. */
export function parseTopics(
  query: Pick<LogQuery, 'topics' | 'args'>,
  events: readonly AbiEvent[],
  problems: QueryProblems,
): Filter['topics'] {
  const args: unknown = query.args ?? undefined
  const topics: unknown = query.topics ?? undefined
  for (const path of ['args', 'topics'] as const)
    if (path in query && query[path] === undefined) problems.notReady(path)
  if (args !== undefined && typeof args !== 'object') {
    problems.add('args', inputProblem('args-object', formatInput(args)))
    return []
  }
  if (topics !== undefined) {
    if (args) problems.add('args', inputProblem('topics-and-args'))
    return parseRawTopics(topics, problems)
  }
  if (args && events.length !== 1) {
    problems.add('args', inputProblem('args-one-event', `${events.length}`))
    return []
  }
  const [event] = events
  if (!event) return []
  const given = args as NonNullable<LogQuery['args']> | undefined
  const fromArgs = given ? parseArgs(event, given, problems).map((any) => any && canonical(any)) : []
  // An anonymous event has no topic of its own, so nodes cannot filter for it together with other events.
  if (events.some((one) => one.anonymous)) return events.length === 1 ? fromArgs : []
  return [canonical(events.map((one) => eventTopic(one))), ...fromArgs]
}

function parseRawTopics(topics: unknown, problems: QueryProblems): Filter['topics'] {
  if (!Array.isArray(topics)) {
    problems.add('topics', inputProblem('topics-list', formatInput(topics)))
    return []
  }
  if (topics.length > 4) problems.add('topics', inputProblem('topics-many', `${topics.length}`))
  return Array.from(topics as readonly unknown[], (position, at) => {
    const path = `topics[${at}]`
    if (position === undefined) problems.notReady(path)
    if (position === undefined || position === null) return null
    // An empty list means anything, for nodes and in the execution API specification.
    if (Array.isArray(position) && position.length === 0) return null
    const parse = (value: unknown) => wordProblem('topic', value) ?? ((value as string).toLowerCase() as Hex)
    return canonical(problems.parseEach(path, position, parse))
  })
}

/** The problem of 32 bytes in hex, if any. */
export function wordProblem(what: 'topic' | 'hash', value: unknown): InputProblem | undefined {
  if (typeof value !== 'string') return inputProblem(`${what}-text`, formatInput(value))
  if (!/^0x/i.test(value)) return inputProblem(`${what}-prefix`)
  if (/[^0-9a-f]/i.test(value.slice(2))) return inputProblem(`${what}-digit`)
  if (value.length !== 66) return inputProblem('hex-digits', '64', `${value.length - 2}`)
  return undefined
}
