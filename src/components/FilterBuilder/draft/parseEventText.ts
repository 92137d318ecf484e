import type { AbiEvent, AbiFunction, Hex } from 'viem'
import { isObject, parseJson } from '../../../base/unknownJson.ts'
import { eventSignature, eventTopic } from '../../../logs/filter/eventTopic.ts'
import { parseEventSignature } from '../../../logs/filter/formats/parseEventSignature.ts'
import { isEvent, isFunction } from '../../../logs/filter/isEvent.ts'
import { declaredEvents } from './declaredEvents.ts'
import type { FilterStrings } from './filterStrings.ts'
import { listNames } from './listNames.ts'

export interface EventText {
  /** Fully known events. */
  readonly events: readonly AbiEvent[]
  /** The first topics of events known only by signature, without indexed arguments. */
  readonly topics: readonly Hex[]
  /** The functions of an ABI, to decode calls with. */
  readonly functions?: readonly AbiFunction[] | undefined
}

/**
 * Parses pasted events: `event Transfer(address indexed from, …)`, `Transfer(address,address,uint256)`, a name
 * among `known`, several of these on separate lines, a JSON ABI, an ABI item, an artifact, or source code that
 * declares events.
 */
export function parseEventText(
  text: string,
  known: readonly AbiEvent[],
  strings: FilterStrings['issues'],
): EventText | { problem: string } {
  const trimmed = text.trim()
  if (trimmed === '') return { problem: strings.eventMissing }
  if (/^[[{]|^(export\s+)?(const|let|var)\s[^=]*=\s*[[{]/.test(trimmed)) return parseAbiJson(trimmed, strings)
  const events: AbiEvent[] = []
  const topics: Hex[] = []
  for (const line of trimmed.split(/[\n;]+/)) {
    const read = parseLine(line.trim(), known, strings)
    if (!read) continue
    if ('problem' in read) return parseSource(trimmed, strings) ?? read
    events.push(...read.events)
    topics.push(...read.topics)
  }
  return { events, topics }
}

/** Parses events among other declarations; `undefined` if there is no declaration, or only one unreadable event. */
function parseSource(
  text: string,
  strings: FilterStrings['issues'],
): EventText | { problem: string } | undefined {
  const { events, unreadable } = declaredEvents(text)
  const declaresMore = /\b(pragma|import|contract|interface|library|function|error|struct|enum)\s/.test(text)
  if (events.length + unreadable.length === 0)
    return declaresMore ? { problem: strings.noEventsDeclared } : undefined
  if (unreadable.length === 0) return { events, topics: [] }
  // For a single event the error can be more specific.
  const isAlone = events.length === 0 && unreadable.length === 1 && !declaresMore
  return isAlone ? undefined : { problem: strings.eventTypesUnknown(listNames(unreadable)) }
}

function parseLine(
  line: string,
  known: readonly AbiEvent[],
  strings: FilterStrings['issues'],
): EventText | { problem: string } | undefined {
  if (line === '') return undefined
  if (/^0x[0-9a-f]{64}$/i.test(line)) {
    const topic = line.toLowerCase() as Hex
    const events = known.filter((event) => !event.anonymous && eventTopic(event) === topic)
    return events.length > 0 ? { events, topics: [] } : { events: [], topics: [topic] }
  }
  if (/^0x[0-9a-f]{40}$/i.test(line)) return { problem: strings.addressAsEvent }
  if (/^0x[0-9a-f]*$/i.test(line)) return { problem: strings.topicDigits(line.length - 2) }
  if (/^[\w$]+$/.test(line)) {
    const named = known.filter((event) => event.name === line)
    return named.length > 0 ? { events: named, topics: [] } : { problem: strings.eventUnknown(line) }
  }
  let event: AbiEvent
  try {
    event = parseEventSignature(line)
  } catch (error) {
    return { problem: strings.eventUnreadable(reasonOf(error)) }
  }
  const isComplete =
    event.anonymous || event.inputs.length === 0 || event.inputs.some((input) => input.indexed)
  if (isComplete || /^event\s/.test(line)) return { events: [event], topics: [] }
  // A bare signature lacks `indexed`: use a known event with the same signature.
  const signature = eventSignature(event)
  const same = known.filter((one) => !one.anonymous && eventSignature(one) === signature)
  return same.length > 0 ? { events: same, topics: [] } : { events: [], topics: [eventTopic(event)] }
}

/** viem's reason: the first line of the message, and what it is about, such as `Type "adress" is not a valid ABI type.` */
function reasonOf(error: unknown): string {
  const [reason = '', about = ''] = String(error instanceof Error ? error.message : error).split(/\n+/)
  return about === '' || /^(Details|Version): /.test(about) ? reason : `${reason} ${about}`
}

function parseAbiJson(text: string, strings: FilterStrings['issues']): EventText | { problem: string } {
  let json: unknown
  try {
    json = parseLiteral(text)
  } catch {
    return { problem: strings.jsonUnreadable }
  }
  const abi = readAbi(json)
  if (!abi) return { problem: strings.abiMissing }
  const functions = abi.filter(isFunction)
  const events = abi.map((item) => (typeof item === 'string' ? fromText(item) : item)).filter(isEvent)
  return events.length > 0 ? { events, topics: [], functions } : { problem: strings.abiWithoutEvents }
}

function fromText(item: string): unknown {
  try {
    return /^\s*event\s/.test(item) ? parseEventSignature(item) : undefined
  } catch {
    // Skips an invalid line of a human-readable ABI.
    return undefined
  }
}

/**
 * Parses JSON, or a JavaScript array or object literal such as `export const abi = [{ type: 'event' }] as const`,
 * without evaluating it.
 *
 * @throws SyntaxError if it is neither, or incomplete.
 */
function parseLiteral(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const from = text.search(/[[{]/)
    const to = Math.max(text.lastIndexOf(']'), text.lastIndexOf('}'))
    return JSON.parse(
      text
        .slice(from, to + 1)
        .replaceAll(/'([^'"\n]*)'/g, '"$1"')
        .replaceAll(/([{,]\s*)([A-Za-z_$][\w$]*)(\s*:)/g, '$1"$2"$3')
        .replaceAll(/,(\s*[\]}])/g, '$1'),
    )
  }
}

// A compiler's output holds its contracts by file and name, and a build's file holds that output.
const maxDepth = 4

/**
 * Extracts ABI items from JSON: an ABI, an ABI item, a compiler's artifact, metadata or full
 * output, or an explorer's response. `undefined` if there is no ABI.
 */
function readAbi(json: unknown): readonly unknown[] | undefined {
  if (isObject(json) && typeof json['type'] === 'string') return [json]
  const lists = [...findAbis(json, 0)]
  return lists.length > 0 ? lists.flat() : undefined
}

function* findAbis(value: unknown, depth: number): Generator<readonly unknown[]> {
  if (isAbi(value)) yield value
  else if (isObject(value) || Array.isArray(value)) {
    const held = isObject(value) ? (value['abi'] ?? value['ABI'] ?? value['result']) : undefined
    // Text that is not JSON is, for example, an explorer's error message.
    const abi = typeof held === 'string' ? parseJson(held) : held
    if (isAbi(abi)) yield abi
    else if (depth < maxDepth) for (const inner of Object.values(value)) yield* findAbis(inner, depth + 1)
  }
}

function isAbi(value: unknown): value is readonly unknown[] {
  return (
    Array.isArray(value) &&
    value.every((item) => (isObject(item) ? typeof item['type'] === 'string' : typeof item === 'string'))
  )
}
