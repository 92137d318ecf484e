import type { AbiEvent, AbiParameter, Hash } from 'viem'
import { InvalidQueryError } from '../../errors.ts'
import type { InputIssue } from '../../errors.ts'
import type { BlockTag, LogQuery, Topic } from '../../logs/LogQuery.ts'
import { parseLogQuery } from '../../logs/parseLogQuery.ts'
import type { DraftIssueStrings } from '../strings.ts'
import { eventTopic } from '../../logs/eventTopic.ts'
import type { FilterDraft } from './FilterDraft.ts'
import { formatEvent } from '../../logs/spec/formatEvent.ts'
import type { KnownContract } from './KnownContract.ts'
import { parseAddressText } from './parseAddressText.ts'
import { canFilter, parseArgText } from './parseArgText.ts'
import { parseBlockText } from './parseBlockText.ts'
import { parseEventText } from './parseEventText.ts'
import { parseTopicText } from './parseTopicText.ts'

/** What helps to understand a draft. */
export interface DraftContext {
  readonly contracts: readonly KnownContract[]
  /** Events that names and bare signatures may mean. */
  readonly events: readonly AbiEvent[]
  readonly strings: DraftIssueStrings
}

type Mutable<type> = { -readonly [key in keyof type]: type[key] }

/** Makes a query of what was typed, or says what is wrong with it, each at the path of the query that it would become. */
export function parseDraft(
  draft: FilterDraft,
  context: DraftContext,
): { query: LogQuery } | { issues: readonly InputIssue[] } {
  const issues: InputIssue[] = []
  const { strings } = context
  const query: Mutable<LogQuery> = { ...draft.kept }
  const entries = parseAddressText(draft.addresses, context.contracts, strings)
  for (const { text, problem } of entries) {
    if (problem === undefined) continue
    const short = text.length > 20 ? `${text.slice(0, 10)}…${text.slice(-6)}` : text
    issues.push({ path: 'address', message: entries.length > 1 ? `${short}: ${problem}` : problem })
  }
  const addresses = entries.flatMap(({ address }) => address ?? [])
  if (addresses.length > 0) query.address = addresses.length === 1 ? addresses[0] : addresses

  if (draft.mode === 'event') addEvents(query, draft, context, issues)
  if (draft.mode === 'topics') addTopics(query, draft, strings, issues)
  if (draft.mode === 'any') delete query.events
  addRange(query, draft, strings, issues)

  if (issues.length > 0) return { issues }
  try {
    parseLogQuery(query)
    return { query }
  } catch (error) {
    if (error instanceof InvalidQueryError) return { issues: error.issues }
    // An ABI can be strange in ways that only show when it is used: that is a mistake in a field, not in the page.
    const message = error instanceof Error ? error.message.split('\n')[0] : undefined
    return { issues: [{ path: 'events', message: message ?? String(error) }] }
  }
}

function addEvents(
  query: Mutable<LogQuery>,
  draft: FilterDraft,
  context: DraftContext,
  issues: InputIssue[],
): void {
  const { strings } = context
  delete query.events
  const read = parseEventText(draft.event, context.events, strings)
  if ('problem' in read) {
    issues.push({ path: 'events', message: read.problem })
    return
  }
  const events = read.events.filter((event) => !draft.leftOut.includes(formatEvent(event)))
  if (events.length === 0 && read.topics.length === 0) {
    issues.push({ path: 'events', message: strings.noEventChosen })
    return
  }
  if (events.length > 0) query.events = events
  if (read.topics.length > 0)
    query.topics = [[...read.topics, ...events.filter((one) => !one.anonymous).map((one) => eventTopic(one))]]
  const [event] = events
  if (!event || events.length > 1 || read.topics.length > 0) return
  const values = event.inputs
    .filter((input) => input.indexed)
    .map((input, position) => ({ input, values: parseArg(input, position, draft, strings, issues) }))
  if (values.every((one) => one.values.length === 0)) return
  query.args = toArgs(values)
}

function parseArg(
  input: AbiParameter,
  position: number,
  draft: FilterDraft,
  strings: DraftIssueStrings,
  issues: InputIssue[],
): readonly unknown[] {
  const text = draft.args[position] ?? ''
  if (!canFilter(input)) return []
  const parsed = parseArgText(input, text, strings)
  if ('values' in parsed) return parsed.values
  issues.push({ path: `args[${position}]`, message: parsed.problem })
  return []
}

/** By name where every name is there once and harmless, else by position. */
function toArgs(
  values: readonly { input: AbiParameter; values: readonly unknown[] }[],
): NonNullable<LogQuery['args']> {
  const names = values.map(({ input }) => input.name ?? '')
  const byName = names.every((name) => name && name !== '__proto__') && new Set(names).size === names.length
  const one = (list: readonly unknown[]) => (list.length === 0 ? null : list.length === 1 ? list[0] : list)
  if (!byName) return values.map((value) => one(value.values))
  return Object.fromEntries(
    values.filter((value) => value.values.length > 0).map((value) => [value.input.name, one(value.values)]),
  )
}

function addTopics(
  query: Mutable<LogQuery>,
  draft: FilterDraft,
  strings: DraftIssueStrings,
  issues: InputIssue[],
): void {
  const last = draft.topics.findLastIndex((topic) => topic.mode !== 'unset')
  const topics = draft.topics.slice(0, last + 1).map((topic, position): Topic => {
    if (topic.mode !== 'values') return null
    const parsed = parseTopicText(topic.text, strings)
    if ('problem' in parsed) {
      issues.push({ path: `topics[${position}]`, message: parsed.problem })
      return null
    }
    const [only] = parsed.values
    return parsed.values.length === 1 && only ? only : parsed.values
  })
  // No position asked for is a filter too: logs with any topics, decoded with the events that were kept.
  query.topics = topics
}

function addRange(
  query: Mutable<LogQuery>,
  draft: FilterDraft,
  strings: DraftIssueStrings,
  issues: InputIssue[],
): void {
  if (draft.rangeMode === 'hash') {
    const text = draft.blockHash.trim().toLowerCase()
    if (text === '') issues.push({ path: 'blockHash', message: strings.blockHashMissing })
    else if (!/^0x[0-9a-f]*$/.test(text)) issues.push({ path: 'blockHash', message: strings.hexOnly })
    else if (text.length !== 66)
      issues.push({ path: 'blockHash', message: strings.blockHashDigits(text.length - 2) })
    query.blockHash = text as Hash
    return
  }
  const end = (path: 'fromBlock' | 'toBlock'): bigint | BlockTag | undefined => {
    const parsed = parseBlockText(draft[path], strings)
    if ('block' in parsed) return parsed.block
    issues.push({ path, message: parsed.problem })
    return undefined
  }
  const fromBlock = end('fromBlock')
  const toBlock = end('toBlock')
  if (fromBlock !== undefined) query.fromBlock = fromBlock
  if (toBlock !== undefined) query.toBlock = toBlock
}
