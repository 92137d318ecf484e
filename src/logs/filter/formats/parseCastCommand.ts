import type { Address, Hash, Hex } from 'viem'
import { InvalidQueryError } from '../../../errors/InvalidQueryError.ts'
import { eventTopic } from '../eventTopic.ts'
import { formatInput, inputProblem, type InputProblem } from '../inputProblem.ts'
import type { LogQuery, Topic } from '../LogQuery.ts'
import { isBlockHash } from '../ParsedLogQuery.ts'
import { parseLogQuery } from '../parseLogQuery.ts'
import { blockTags } from '../parseRange.ts'
import { namedArgs } from './namedArgs.ts'
import { readEvent } from './readEvent.ts'
import { readValue } from './readValue.ts'
import { textProblem } from './textProblem.ts'

type Mutable<type> = { -readonly [key in keyof type]: type[key] }

// A word, of parts that are quoted, escaped or neither, as shells split a line.
const words = /(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g
const parts = /'([^']*)'|"([^"]*)"|\\(.)/g
// Options without a value.
const flags = /^--?(?:json|md|subscribe|insecure|flashbots|no-proxy|curl|j|k|q|quiet|v+)$/

/**
 * Parses one `cast logs` command of Foundry. Ignores the endpoint and other options. Without blocks, cast reads the
 * newest one.
 *
 * @throws {@link InvalidQueryError} naming every invalid part.
 */
export function parseCastCommand(line: string): LogQuery {
  const all = [...line.replaceAll(/\\\r?\n/g, ' ').matchAll(words)].map(([word]) =>
    word.replaceAll(parts, '$1$2$3'),
  )
  if (all[0] !== 'cast' || !/^(logs|lo)$/.test(all[1] ?? '')) throw refusal('cast', textProblem('cast-line'))
  const query: Mutable<LogQuery> = { fromBlock: 'latest', toBlock: 'latest' }
  const addresses: Address[] = []
  const positional: string[] = []
  /** Whether `--` has ended the options. */
  let isPastOptions = false
  for (let at = 2; at < all.length; at++) {
    const [name, joined] = splitOption(all[at]!)
    if (isPastOptions || !name.startsWith('-') || name === '') positional.push(all[at]!)
    else if (name === '--') isPastOptions = true
    else if (!flags.test(name)) {
      const value = joined ?? all[++at] ?? ''
      if (name === '--address') addresses.push(value as Address)
      if (name === '--from-block' || name === '--to-block') {
        const path = name === '--from-block' ? 'fromBlock' : 'toBlock'
        const block = readBlock(value)
        if (block === undefined)
          throw refusal(path, inputProblem('block-unknown', blockTags.join(', '), formatInput(value)))
        Object.assign(query, { [path]: block })
      }
    }
  }
  if (isBlockHash(query.fromBlock) && query.fromBlock === query.toBlock) {
    query.blockHash = query.fromBlock
    delete query.fromBlock
    delete query.toBlock
  }
  if (addresses.length > 0) query.address = addresses.length === 1 ? addresses[0]! : addresses
  const [first, ...rest] = positional
  if (first !== undefined) Object.assign(query, readFilter(first, rest))
  parseLogQuery(query)
  return query
}

function refusal(path: string, problem: InputProblem): InvalidQueryError {
  return new InvalidQueryError([{ path, ...problem }])
}

function splitOption(word: string): readonly [string, string?] {
  const at = word.startsWith('--') ? word.indexOf('=') : -1
  return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
}

function readBlock(text: string): LogQuery['fromBlock'] | Hash {
  if (isBlockHash(text)) return text
  if (/^(\d{1,40}|0x[0-9a-f]{1,32})$/i.test(text)) return BigInt(text)
  const before = /-number.*-\s*(\d+)(?: : 0\))?\)\)$/.exec(text)?.[1]
  return before === undefined ? blockTags.find((tag) => tag === text) : `latest-${Number(before)}`
}

function toTopic(word: string): Topic {
  return word === '' ? null : (word as Hex)
}

/** The event and its arguments, or raw topics. @throws {@link InvalidQueryError} for anything else. */
function readFilter(first: string, rest: readonly string[]): Partial<LogQuery> {
  if (first === '' || first.startsWith('0x')) return { topics: [first, ...rest].map(toTopic) }
  const event = readEvent(first)
  if (!event) throw refusal('events[0]', textProblem('event-signature'))
  const indexed = event.inputs.filter((input) => input.indexed)
  // A signature without `indexed` says nothing about topics beyond the first.
  if (indexed.length === 0 && event.inputs.length > 0)
    return { topics: [eventTopic(event), ...rest.map(toTopic)] }
  if (rest.length > indexed.length)
    throw refusal('args', inputProblem('args-many', event.name, `${indexed.length}`, `${rest.length}`))
  const values = indexed.map(({ type }, at) => {
    const text = rest[at] ?? ''
    if (text === '') return []
    const value = readValue(type, text)
    if (value === undefined) throw refusal(`args[${at}]`, inputProblem('arg-value', type, formatInput(text)))
    return [value]
  })
  const args = namedArgs(event, values)
  return { events: [event], ...(args && { args }) }
}
