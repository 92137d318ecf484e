import type { AbiEvent, Hex, AbiParameter } from 'viem'
import { InvalidQueryError, type InputIssue } from '../../../errors/InvalidQueryError.ts'
import type { ArgCondition } from '../../../logs/filter/ArgCondition.ts'
import { eventTopic } from '../../../logs/filter/eventTopic.ts'
import { formatEvent } from '../../../logs/filter/formats/formatEvent.ts'
import { namedArgs } from '../../../logs/filter/formats/namedArgs.ts'
import { parseLogSearch } from '../../../logs/filter/formats/parseLogSearch.ts'
import type { Topic } from '../../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../../logs/filter/LogSearch.ts'
import { shortHex } from '../../values/shortHex.ts'
import type { DraftContext, FilterDraft } from './FilterDraft.ts'
import type { FilterStrings } from './filterStrings.ts'
import type { KnownContract } from './KnownContract.ts'
import { parseAddressText } from './parseAddressText.ts'
import { canFilter, parseArgText } from './parseArgText.ts'
import { readEvents } from './readEvents.ts'
import { readRange } from './readRange.ts'

type Mutable<type> = { -readonly [key in keyof type]: type[key] }

export interface InvalidDraft {
  /** The issues, each with its path in the resulting query. */
  readonly issues: readonly InputIssue[]
  /** Times whose blocks must be found before there is a query. */
  readonly waiting: readonly bigint[]
  /** Whether there would be a query if these were found. */
  readonly isWaiting: boolean
}

const nothingToFind = { waiting: [], isWaiting: false } as const

/** Parses a draft into a query, or returns its issues and the blocks still to be found. */
export function parseDraft(draft: FilterDraft, context: DraftContext): { query: LogSearch } | InvalidDraft {
  const issues: InputIssue[] = []
  const { strings } = context
  const { events: _events, where: _where, ...kept } = draft.kept
  const query: Mutable<LogSearch> = draft.mode === 'topics' ? { ...draft.kept } : kept
  const entries = parseAddressText(draft.addresses, context.contracts, strings)
  for (const { text, problem } of entries) {
    if (problem === undefined) continue
    issues.push({ path: 'address', message: entries.length > 1 ? `${shortHex(text)}: ${problem}` : problem })
  }
  const addresses = entries.flatMap(({ address }) => address ?? [])
  if (addresses.length > 0) query.address = addresses.length === 1 ? addresses[0]! : addresses

  if (draft.mode === 'event') addEvents(query, draft, context, issues)
  if (draft.mode === 'topics') addTopics(query, draft, strings.issues, issues)
  const range = readRange(draft, context)
  issues.push(...range.issues)
  Object.assign(query, range.range)

  const { waiting, failures } = range
  if (issues.length + waiting.length > 0)
    return { issues: [...issues, ...failures], waiting, isWaiting: issues.length === 0 }
  try {
    parseLogSearch(query)
    return { query }
  } catch (error) {
    if (error instanceof InvalidQueryError) return { issues: error.issues, ...nothingToFind }
    // A malformed ABI may throw only when used: that is reported at the field.
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { issues: [{ path: 'events', message: strings.issues.eventUnusable(reason) }], ...nothingToFind }
  }
}

function addEvents(
  query: Mutable<LogSearch>,
  draft: FilterDraft,
  context: DraftContext,
  issues: InputIssue[],
): void {
  const strings = context.strings.issues
  const read = readEvents(draft, context.events, strings)
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
    .map((input, position) =>
      canFilter(input) ? readValues(input, `args[${position}]`, draft.args[position] ?? '') : [],
    )
  const args = namedArgs(event, values)
  if (args) query.args = args
  const where = Object.entries(draft.conditions).flatMap(([key, { is, text }]): ArgCondition[] => {
    const arg = Number(key.split('.')[0])
    const input = event.inputs[arg]
    const values = input ? readValues(input, `where[${key}]`, text, `where[${arg}]`) : []
    return values.length > 0 ? [{ arg, is, values }] : []
  })
  if (where.length > 0) query.where = where

  function readValues(input: AbiParameter, field: string, text: string, units = field) {
    const parsed = parseArgText(input, text, context, draft.decimals[units] ?? 0)
    if ('values' in parsed) return parsed.values
    issues.push({ path: field, message: parsed.problem })
    return []
  }
}

function addTopics(
  query: Mutable<LogSearch>,
  draft: FilterDraft,
  strings: FilterStrings['issues'],
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
  // Without topics, all logs match, decoded with the kept events.
  query.topics = topics
  // Logs of other events would never meet the conditions.
  const [event] = query.events ?? []
  if (event && !event.anonymous && topics[0] !== eventTopic(event)) delete query.where
}

/** The values of one topic. Addresses are padded with zeros, as in topics. */
function parseTopicText(
  text: string,
  strings: FilterStrings['issues'],
): { values: readonly Hex[] } | { problem: string } {
  const parts = text.split(/[\s,]+/).filter(Boolean)
  if (parts.length === 0) return { problem: strings.topicMissing }
  const values: Hex[] = []
  for (const part of parts) {
    if (!/^0x[0-9a-f]*$/i.test(part)) return { problem: strings.hexOnly }
    const digits = part.slice(2).toLowerCase()
    if (digits.length !== 64 && digits.length !== 40) return { problem: strings.topicDigits(digits.length) }
    values.push(`0x${digits.padStart(64, '0')}`)
  }
  return { values }
}

/** The events of all ABIs and the well-known ones, without duplicates, to parse a draft. */
export function draftContext(
  contracts: readonly KnownContract[],
  knownEvents: readonly AbiEvent[],
  strings: FilterStrings,
): DraftContext {
  const given = contracts.flatMap(({ abi = [] }) =>
    abi.filter((item): item is AbiEvent => item.type === 'event'),
  )
  const events = new Map([...given, ...knownEvents].map((event) => [formatEvent(event), event]))
  return { contracts, events: [...events.values()], strings }
}
