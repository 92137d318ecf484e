import type { AbiEvent } from 'viem'
import { InvalidQueryError } from '../../../errors/InvalidQueryError.ts'
import type { Topic } from '../LogQuery.ts'
import type { LogSearch } from '../LogSearch.ts'
import { formatEvent } from './formatEvent.ts'
import { indexedValues } from './indexedValues.ts'
import { toLinkText } from './linkText.ts'
import { parseOneFilter, writtenArgs } from './parseLogSearch.ts'
import { textProblem } from './textProblem.ts'

/** The version of written links. Older versions stay readable. */
export const linkVersion = 1

/** The keys of a query in a link. */
const queryKeys = /^(?:[aetv]|t[0-3]|[xw]\d+|from|to|hash|order|limit|strict)$/

export interface ShareLinkOptions {
  /** The URL of the page that opens the link. Its query, fragment and credentials are left out. @default none: the fragment alone */
  readonly page?: string | undefined
  /** More state to include, such as `network` or `columns`, but no key of a query, such as `from`. Anyone with the link can read it. */
  readonly state?: Readonly<Record<string, string>> | undefined
}

/**
 * A link that holds a query in its fragment, which browsers do not send to servers. Uses only characters that survive
 * chats and mails. Contains the query and `state`, nothing else. {@link parseShareLink} parses it.
 *
 * @throws {@link InvalidQueryError} if the query is invalid, or `state` has a key that links use for the query.
 *
 * @example
 * toShareLink({ address: token, fromBlock: 1_000_000n }, { page: 'https://example.org/logs' })
 * // https://example.org/logs#a=0x…&from=1000000&v=1
 */
export function toShareLink(search: LogSearch, { page, state = {} }: ShareLinkOptions = {}): string {
  const taken = Object.keys(state).filter((key) => queryKeys.test(key))
  if (taken.length > 0)
    throw new InvalidQueryError(
      taken.map((key) => ({ path: `state.${key}`, ...textProblem('link-state', key) })),
    )
  const parsed = parseOneFilter(search)
  const { filter, events, range, order, limit, strict, where } = parsed
  const { args, topics } = writtenArgs(search, parsed)
  const parts: [key: string, value: string][] = Object.entries(state)
  const add = (key: string, value: string | undefined) => value !== undefined && parts.push([key, value])
  add('a', filter.address?.join(','))
  for (const event of events) add('e', shortEvent(event))
  const [event] = events
  if (topics) addTopics(topics, add)
  else if (event && args)
    for (const [position, values] of indexedValues(event, args).entries())
      for (const value of values) add(`x${position}`, String(value))
  for (const { arg, is, values } of where) for (const value of values) add(`w${arg}`, `${is},${value}`)
  if ('blockHash' in range) add('hash', range.blockHash)
  else {
    add('from', range.fromBlock === 'earliest' ? undefined : range.fromBlock.toString())
    add('to', range.toBlock === 'latest' ? undefined : range.toBlock.toString())
  }
  add('order', order === 'asc' ? undefined : order)
  add('limit', limit?.toString())
  add('strict', strict ? undefined : 'false')
  // Last, so that a truncated link is detected.
  add('v', linkVersion.toString())
  const fragment = `#${parts.map(([key, value]) => `${toLinkText(key)}=${toLinkText(value)}`).join('&')}`
  if (page === undefined) return fragment
  const { origin, protocol, host, pathname } = new URL(page)
  // Pages with an opaque origin, such as files, still have a protocol.
  return `${origin === 'null' ? `${protocol}//${host}` : origin}${pathname}${fragment}`
}

function shortEvent(event: AbiEvent): string {
  const text = formatEvent(event)
  return text.startsWith('{') ? text : text.replace(/^event /, '').replaceAll(', ', ',')
}

function addTopics(topics: readonly Topic[], add: (key: string, value: string) => unknown): void {
  if (topics.length === 0) add('t', 'any')
  for (const [position, topic] of topics.entries())
    add(`t${position}`, topic === null ? '' : typeof topic === 'string' ? topic : topic.join(','))
}
