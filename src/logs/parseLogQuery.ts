import type { AbiEvent, Address, Hash, Hex } from 'viem'
import { InvalidQueryError } from '../errors.ts'
import type { InputIssue } from '../errors.ts'
import { eventTopic } from './eventTopic.ts'
import type { Filter } from './Filter.ts'
import type { BlockTag, LogQuery } from './LogQuery.ts'
import { parseAddress } from './parseAddress.ts'
import { parseArgs } from './parseArgs.ts'

/** Where to look, checked: one block by its hash, or an inclusive interval whose ends may be tags. */
export type Range =
  | { readonly blockHash: Hash }
  | { readonly fromBlock: bigint | BlockTag; readonly toBlock: bigint | BlockTag }

/** A query that has been checked and put into canonical form. */
export interface ParsedLogQuery {
  readonly filter: Filter
  readonly range: Range
  readonly events: readonly AbiEvent[]
  readonly order: 'asc' | 'desc'
  readonly limit: number | undefined
  readonly strict: boolean
}

const tags: readonly unknown[] = ['earliest', 'latest', 'safe', 'finalized']

/**
 * Checks a query and puts it into canonical form: the same question always gives the same answer here,
 * however it was written.
 *
 * @throws {@link InvalidQueryError} naming every field that is wrong and what would be right. Nothing has been sent then.
 */
export function parseLogQuery(query: LogQuery): ParsedLogQuery {
  const issues: InputIssue[] = []
  const filter = { address: parseAddresses(query.address, issues), topics: parseTopics(query, issues) }
  const range = parseRange(query, issues)
  const { order = 'asc', limit, strict = true } = query
  if (order !== 'asc' && order !== 'desc')
    issues.push({ path: 'order', message: `"asc" or "desc" expected, ${show(order)} found.` })
  if (limit !== undefined && (!Number.isSafeInteger(limit) || limit < 1))
    issues.push({
      path: 'limit',
      message: `A whole number of logs, 1 or more, expected, ${show(limit)} found.`,
    })
  if (issues.length > 0) throw new InvalidQueryError(issues)
  return { filter, range, events: query.events ?? [], order, limit, strict }
}

function parseAddresses(input: LogQuery['address'], issues: InputIssue[]): readonly Address[] | undefined {
  if (input === undefined) return undefined
  const list: readonly unknown[] = Array.isArray(input) ? input : [input]
  if (list.length === 0)
    issues.push({
      path: 'address',
      message: 'An empty list matches nothing: leave it out for all contracts.',
    })
  return canonical(
    list.flatMap((one, index) => {
      const parsed = parseAddress(one)
      if ('address' in parsed) return [parsed.address]
      issues.push({ path: Array.isArray(input) ? `address[${index}]` : 'address', message: parsed.problem })
      return []
    }),
  )
}

function parseTopics(query: LogQuery, issues: InputIssue[]): Filter['topics'] {
  const { topics, events = [], args } = query
  const isList: boolean = Array.isArray(events)
  if (!isList) {
    issues.push({ path: 'events', message: `A list of ABI items expected, ${show(events)} found.` })
    return []
  }
  if (args !== undefined && (typeof args !== 'object' || args === null)) {
    issues.push({ path: 'args', message: `Arguments by name or position expected, ${show(args)} found.` })
    return []
  }
  if (topics !== undefined) {
    if (args) issues.push({ path: 'args', message: 'Give `args` or `topics`, not both.' })
    return parseRawTopics(topics, issues)
  }
  if (args && events.length !== 1) {
    issues.push({
      path: 'args',
      message: `\`args\` belong to exactly one event, but ${events.length} were given.`,
    })
    return []
  }
  if (events.length === 0) return []
  const wrong = events.findIndex((event) => event?.type !== 'event' || !Array.isArray(event.inputs))
  if (wrong >= 0) {
    issues.push({
      path: `events[${wrong}]`,
      message: "An ABI item of type 'event' expected: see viem's `parseAbiItem`.",
    })
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
    issues.push({ path: 'topics', message: `A list of up to 4 positions expected, ${show(topics)} found.` })
    return []
  }
  if (topics.length > 4)
    issues.push({
      path: 'topics',
      message: `A log has at most 4 topics, but ${topics.length} positions were given.`,
    })
  return (topics as readonly unknown[]).map((position, at) => {
    if (position === null) return null
    const anyOf: readonly unknown[] = Array.isArray(position) ? position : [position]
    const path = `topics[${at}]`
    if (anyOf.length === 0)
      issues.push({ path, message: 'An empty list matches nothing: use null for anything.' })
    return canonical(
      anyOf.flatMap((value, index) => {
        const problem = topicProblem(value)
        if (problem === undefined) return [(value as string).toLowerCase() as Hex]
        issues.push({ path: Array.isArray(position) ? `${path}[${index}]` : path, message: problem })
        return []
      }),
    )
  })
}

function topicProblem(value: unknown): string | undefined {
  if (typeof value !== 'string') return `A topic is 0x and 64 hex digits, ${show(value)} found.`
  if (!value.startsWith('0x')) return 'A topic begins with 0x.'
  if (/[^0-9a-f]/i.test(value.slice(2))) return 'A topic has only hex digits after 0x.'
  if (value.length !== 66) return `64 hex digits expected after 0x, ${value.length - 2} found.`
  return undefined
}

function parseRange(query: LogQuery, issues: InputIssue[]): Range {
  const { blockHash, fromBlock = 'earliest', toBlock = 'latest' } = query
  if (blockHash !== undefined) {
    const problem = topicProblem(blockHash)?.replace('A topic', 'A block hash')
    if (problem === undefined) return { blockHash: blockHash.toLowerCase() as Hash }
    issues.push({ path: 'blockHash', message: problem })
    return { blockHash }
  }
  for (const [path, end] of [
    ['fromBlock', fromBlock],
    ['toBlock', toBlock],
  ] as const) {
    const problem = blockProblem(end)
    if (problem !== undefined) issues.push({ path, message: problem })
  }
  if (typeof fromBlock === 'bigint' && typeof toBlock === 'bigint' && fromBlock > toBlock)
    issues.push({
      path: 'toBlock',
      message: `The range is reversed: it ends at block ${toBlock}, before it begins at ${fromBlock}.`,
    })
  return { fromBlock, toBlock }
}

function blockProblem(block: unknown): string | undefined {
  if (typeof block === 'bigint')
    return block < 0n ? `A block number is 0 or more, ${block} found.` : undefined
  if (tags.includes(block)) return undefined
  if (block === 'pending') return 'Pending logs are in no block yet: use "latest".'
  if (typeof block === 'number')
    return `Block numbers are bigint: write ${Number.isSafeInteger(block) ? `${block}n` : 'a whole number with n behind it'}.`
  return `A block number (bigint) or one of ${tags.join(', ')} expected, ${show(block)} found.`
}

function canonical<hex extends Hex>(list: readonly hex[]): readonly hex[] {
  return [...new Set(list)].sort()
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value)
  if (typeof value === 'bigint') return `${value}n`
  return value === null || typeof value !== 'object'
    ? String(value)
    : Array.isArray(value)
      ? 'a list'
      : 'an object'
}
