import type { AbiEvent, Address, Hash, Hex } from 'viem'
import { InvalidQueryError, type InputIssue } from '../../../errors/InvalidQueryError.ts'
import type { ArgCondition } from '../ArgCondition.ts'
import { inputProblem, formatInput, type InputProblem } from '../inputProblem.ts'
import type { Topic } from '../LogQuery.ts'
import type { LogSearch } from '../LogSearch.ts'
import { isBlockHash, type RangeEnd } from '../ParsedLogQuery.ts'
import { blockTags } from '../parseRange.ts'
import { blocksBeforeLatest } from '../relativeBlock.ts'
import { fromLinkText } from './linkText.ts'
import { namedArgs } from './namedArgs.ts'
import { comparisons, parseLogSearch } from './parseLogSearch.ts'
import { readEvent } from './readEvent.ts'
import { readValue } from './readValue.ts'
import { textProblem } from './textProblem.ts'
import { linkVersion } from './toShareLink.ts'

// Browsers truncate far earlier: this only rejects nonsense quickly.
const maxLength = 200_000

type Mutable<type> = { -readonly [key in keyof type]: type[key] }
type Values = (key: string) => readonly string[]

/**
 * Parses the query of a link from {@link toShareLink}: the whole link, or its fragment. Ignores other parts of the
 * fragment, which belong to the caller.
 *
 * @throws {@link InvalidQueryError} naming every invalid part.
 */
export function parseShareLink(link: string): LogSearch {
  const fail = (problem: InputProblem): never => {
    throw new InvalidQueryError([{ path: 'link', ...problem }])
  }
  if (link.length > maxLength) fail(textProblem('link-long'))
  const values = readParts(link.slice(link.indexOf('#') + 1))
  if (!values) return fail(textProblem('link-escape'))
  const [version] = values('v')
  if (!version) return fail(textProblem('link-empty'))
  if (!/^\d{1,6}$/.test(version) || Number(version) > linkVersion) return fail(textProblem('link-newer'))
  const issues: InputIssue[] = []
  const search = readSearch(values, issues)
  if (issues.length > 0) throw new InvalidQueryError(issues)
  parseLogSearch(search)
  return search
}

function readParts(fragment: string): Values | undefined {
  const parts = new Map<string, string[]>()
  for (const part of fragment.split('&').filter(Boolean)) {
    const [key = '', ...rest] = part.split('=')
    const value = fromLinkText(rest.join('='))
    const name = fromLinkText(key)
    if (value === undefined || name === undefined) return undefined
    parts.set(name, [...(parts.get(name) ?? []), value])
  }
  return (key) => parts.get(key) ?? []
}

function readSearch(values: Values, issues: InputIssue[]): LogSearch {
  const search: Mutable<LogSearch> = {}
  const only = (key: string, path: string): string | undefined => {
    const [first, ...more] = values(key)
    if (more.length > 0) issues.push({ path, ...textProblem('link-times', `${more.length + 1}`) })
    return first
  }
  const address = only('a', 'address')?.split(',') as Address[] | undefined
  if (address) search.address = address.length === 1 ? address[0]! : address
  const events = readEvents(values('e'), issues)
  if (events.length > 0) search.events = events
  const topics = readTopics(values, only)
  const [event] = events
  if (topics) search.topics = topics
  else if (event) {
    const args = namedArgs(event, readArgs(event, values, issues))
    if (args) search.args = args
  }
  const where = event ? readWhere(event, values, issues) : []
  if (where.length > 0) search.where = where
  const from = only('from', 'fromBlock')
  const to = only('to', 'toBlock')
  const hash = only('hash', 'blockHash')
  const block = (linked: string, path: string) => {
    // Links have a plain hyphen for a space: in `latest-500`, written by hand, it is one.
    const text = linked.replaceAll(' ', '-')
    const read = readBlock(text)
    if (read === undefined)
      issues.push({ path, ...inputProblem('block-unknown', blockTags.join(', '), formatInput(text)) })
    return read ?? null
  }
  if (from !== undefined) search.fromBlock = block(from, 'fromBlock')
  if (to !== undefined) search.toBlock = isBlockHash(to) ? to : block(to, 'toBlock')
  if (hash !== undefined) search.blockHash = hash as Hash
  const order = only('order', 'order')
  if (order !== undefined) search.order = order as 'asc' | 'desc'
  const limit = only('limit', 'limit')
  if (limit !== undefined) search.limit = /^\d{1,16}$/.test(limit) ? Number(limit) : Number.NaN
  const strict = only('strict', 'strict')
  if (strict !== undefined && strict !== 'false' && strict !== 'true')
    issues.push({ path: 'strict', ...inputProblem('strict') })
  if (strict === 'false') search.strict = false
  return search
}

function readEvents(texts: readonly string[], issues: InputIssue[]): readonly AbiEvent[] {
  return texts.flatMap((text, index) => {
    const event = readEvent(text)
    if (!event) issues.push({ path: `events[${index}]`, ...textProblem('event-signature') })
    return event ?? []
  })
}

function readTopics(values: Values, only: (key: string, path: string) => string | undefined) {
  const topics = [0, 1, 2, 3].map((position): Topic | undefined => {
    const text = only(`t${position}`, `topics[${position}]`)
    if (text === undefined || text === '') return text === '' ? null : undefined
    const anyOf = text.split(',') as Hex[]
    return anyOf.length === 1 ? anyOf[0] : anyOf
  })
  const last = topics.findLastIndex((topic) => topic !== undefined)
  if (last < 0 && values('t').length === 0) return undefined
  return topics.slice(0, last + 1).map((topic) => topic ?? null)
}

function readArgs(event: AbiEvent, values: Values, issues: InputIssue[]) {
  return event.inputs
    .filter((input) => input.indexed)
    .map((input, position) =>
      values(`x${position}`).flatMap((text) => {
        const value = readValue(input.type, text)
        if (value === undefined)
          issues.push({
            path: `args[${position}]`,
            ...inputProblem('arg-value', input.type, formatInput(text)),
          })
        return value ?? []
      }),
    )
}

function readWhere(event: AbiEvent, values: Values, issues: InputIssue[]): readonly ArgCondition[] {
  const found = new Map<string, ArgCondition>()
  for (const [arg, input] of event.inputs.entries())
    for (const text of values(`w${arg}`)) {
      const comma = text.indexOf(',')
      const is = text.slice(0, comma) as ArgCondition['is']
      const value = readValue(input.type, text.slice(comma + 1))
      if (!comparisons.includes(is) || value === undefined)
        issues.push({ path: `where[${arg}]`, ...textProblem('where-condition', input.type) })
      else {
        const before = found.get(`${arg} ${is}`)?.values ?? []
        found.set(`${arg} ${is}`, { arg, is, values: [...before, value] })
      }
    }
  return [...found.values()]
}

/** A number, a tag or a relative block; `undefined` for anything else. */
function readBlock(text: string): RangeEnd | undefined {
  if (/^\d{1,40}$/.test(text)) return BigInt(text)
  const before = blocksBeforeLatest(text)
  return before === undefined ? blockTags.find((tag) => tag === text) : `latest-${before}`
}
