import type { AbiEvent, Address, Hash, Hex } from 'viem'
import { InvalidQueryError } from '../errors.ts'
import type { InputIssue } from '../errors.ts'
import { eventTopic } from './eventTopic.ts'
import type { Filter } from './Filter.ts'
import { inputProblem } from './inputProblem.ts'
import type { InputProblem } from './inputProblem.ts'
import type { LogQuery } from './LogQuery.ts'
import { parseAddress } from './parseAddress.ts'
import { parseArgs } from './parseArgs.ts'
import { createParsedLogQuery, isParsed } from './ParsedLogQuery.ts'
import type { ParsedLogQuery, Range } from './ParsedLogQuery.ts'
import { showInput } from './showInput.ts'

const tags: readonly unknown[] = ['earliest', 'latest', 'safe', 'finalized']

/**
 * Checks a query and puts it into canonical form: the same question always gives the same answer here,
 * however it was written. A query that has been parsed is returned as it is.
 *
 * @throws {@link InvalidQueryError} naming every field that is wrong and what would be right. Nothing has been sent then.
 */
export function parseLogQuery(query: LogQuery | ParsedLogQuery): ParsedLogQuery {
  if (isParsed(query)) return query
  const issues: InputIssue[] = []
  const filter = { address: parseAddresses(query.address, issues), topics: parseTopics(query, issues) }
  const range = parseRange(query, issues)
  const { order = 'asc', limit, strict = true } = query
  if (order !== 'asc' && order !== 'desc')
    issues.push({ path: 'order', ...inputProblem('order', showInput(order)) })
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1))
    issues.push({ path: 'limit', ...inputProblem('limit', showInput(limit)) })
  if (issues.length > 0) throw new InvalidQueryError(issues)
  const events = [...(query.events ?? [])]
  return createParsedLogQuery({ filter, range, order, limit, events, strict, where: [] })
}

function parseAddresses(input: LogQuery['address'], issues: InputIssue[]): readonly Address[] | undefined {
  if (input === undefined) return undefined
  const list: readonly unknown[] = Array.isArray(input) ? input : [input]
  if (list.length === 0) issues.push({ path: 'address', ...inputProblem('list-empty') })
  return canonical(
    list.flatMap((one, index) => {
      const parsed = parseAddress(one)
      if ('address' in parsed) return [parsed.address]
      issues.push({ path: Array.isArray(input) ? `address[${index}]` : 'address', ...parsed.problem })
      return []
    }),
  )
}

function parseTopics(query: LogQuery, issues: InputIssue[]): Filter['topics'] {
  const { topics, events = [], args } = query
  const isList: boolean = Array.isArray(events)
  if (!isList) {
    issues.push({ path: 'events', ...inputProblem('events-list', showInput(events)) })
    return []
  }
  if (args !== undefined && (typeof args !== 'object' || args === null)) {
    issues.push({ path: 'args', ...inputProblem('args-object', showInput(args)) })
    return []
  }
  if (topics !== undefined) {
    if (args) issues.push({ path: 'args', ...inputProblem('topics-and-args') })
    return parseRawTopics(topics, issues)
  }
  if (args && events.length !== 1) {
    issues.push({ path: 'args', ...inputProblem('args-one-event', `${events.length}`) })
    return []
  }
  if (events.length === 0) return []
  const wrong = events.findIndex((event) => event?.type !== 'event' || !Array.isArray(event.inputs))
  if (wrong >= 0) {
    issues.push({ path: `events[${wrong}]`, ...inputProblem('event-item') })
    return []
  }
  const [event] = events as readonly [AbiEvent, ...AbiEvent[]]
  const fromArgs = args ? parseArgs(event, args, issues).map((any) => any && canonical(any)) : []
  // An anonymous event has no topic of its own, so together with others it leaves nothing to ask a node for.
  if (events.some((one) => one.anonymous)) return events.length === 1 ? fromArgs : []
  return [canonical(events.map((one) => eventTopic(one))), ...fromArgs]
}

function parseRawTopics(topics: unknown, issues: InputIssue[]): Filter['topics'] {
  if (!Array.isArray(topics)) {
    issues.push({ path: 'topics', ...inputProblem('topics-list', showInput(topics)) })
    return []
  }
  if (topics.length > 4) issues.push({ path: 'topics', ...inputProblem('topics-many', `${topics.length}`) })
  return (topics as readonly unknown[]).map((position, at) => {
    if (position === null) return null
    const anyOf: readonly unknown[] = Array.isArray(position) ? position : [position]
    const path = `topics[${at}]`
    if (anyOf.length === 0) issues.push({ path, ...inputProblem('topic-empty') })
    return canonical(
      anyOf.flatMap((value, index) => {
        const problem = wordProblem('topic', value)
        if (problem === undefined) return [(value as string).toLowerCase() as Hex]
        issues.push({ path: Array.isArray(position) ? `${path}[${index}]` : path, ...problem })
        return []
      }),
    )
  })
}

function wordProblem(what: 'topic' | 'hash', value: unknown): InputProblem | undefined {
  if (typeof value !== 'string') return inputProblem(`${what}-text`, showInput(value))
  if (!value.startsWith('0x')) return inputProblem(`${what}-prefix`)
  if (/[^0-9a-f]/i.test(value.slice(2))) return inputProblem(`${what}-digit`)
  if (value.length !== 66) return inputProblem('hex-digits', '64', `${value.length - 2}`)
  return undefined
}

function parseRange(query: LogQuery, issues: InputIssue[]): Range {
  const { blockHash, fromBlock = 'earliest', toBlock = 'latest' } = query
  if (blockHash !== undefined) {
    const problem = wordProblem('hash', blockHash)
    if (problem === undefined) return { blockHash: blockHash.toLowerCase() as Hash }
    issues.push({ path: 'blockHash', ...problem })
    return { blockHash }
  }
  for (const [path, end] of [
    ['fromBlock', fromBlock],
    ['toBlock', toBlock],
  ] as const) {
    const problem = blockProblem(end)
    if (problem !== undefined) issues.push({ path, ...problem })
  }
  if (typeof fromBlock === 'bigint' && typeof toBlock === 'bigint' && fromBlock > toBlock)
    issues.push({ path: 'toBlock', ...inputProblem('range-reversed', `${toBlock}`, `${fromBlock}`) })
  return { fromBlock, toBlock }
}

function blockProblem(block: unknown): InputProblem | undefined {
  if (typeof block === 'bigint') return block < 0n ? inputProblem('block-negative', `${block}`) : undefined
  if (tags.includes(block)) return undefined
  if (block === 'pending') return inputProblem('block-pending')
  if (typeof block !== 'number') return inputProblem('block-unknown', tags.join(', '), showInput(block))
  return Number.isSafeInteger(block)
    ? inputProblem('block-number', `${block}n`)
    : inputProblem('block-fraction', `${block}`)
}

function canonical<hex extends Hex>(list: readonly hex[]): readonly hex[] {
  return [...new Set(list)].sort()
}
