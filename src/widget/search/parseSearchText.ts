import { pad, type AbiEvent, type Address, type Hash, type Hex } from 'viem'
import type { FilterStrings } from '../../components/FilterBuilder/draft/filterStrings.ts'
import type { KnownContract } from '../../components/FilterBuilder/draft/KnownContract.ts'
import { parseBlockText } from '../../components/FilterBuilder/draft/parseBlockText.ts'
import { InvalidQueryError, type InputIssue } from '../../errors/InvalidQueryError.ts'
import { eventTopic } from '../../logs/filter/eventTopic.ts'
import { formatEvent } from '../../logs/filter/formats/formatEvent.ts'
import { parseCastCommand } from '../../logs/filter/formats/parseCastCommand.ts'
import { parseRpcRequest } from '../../logs/filter/formats/parseRpcRequest.ts'
import { parseShareLink } from '../../logs/filter/formats/parseShareLink.ts'
import { readEvent } from '../../logs/filter/formats/readEvent.ts'
import type { LogSearch } from '../../logs/filter/LogSearch.ts'
import { parseAddress } from '../../logs/filter/parseAddress.ts'
import type { Network } from '../../rpc/networks/Network.ts'
import { nameArguments } from './nameArguments.ts'

/** A possible meaning of a searched text. */
export type SearchTarget =
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'transaction'; readonly hash: Hash }
  | {
      readonly kind: 'query' | 'block' | 'contract' | 'history' | 'event'
      readonly text: string
      readonly query: LogSearch
    }
  | { readonly kind: 'topic'; readonly text: string; readonly position: number; readonly query: LogSearch }

interface SearchContext {
  readonly contracts: readonly KnownContract[]
  /** Events to find by name or first topic. */
  readonly events: readonly AbiEvent[]
  /** The configured networks, the current one first. A link to a block explorer selects its network. */
  readonly networks: readonly Network[]
  /** For reading numbers as the page's language writes them, and for problems with them. */
  readonly strings: FilterStrings
}

export interface SearchReading {
  readonly targets: readonly SearchTarget[]
  readonly issues: readonly InputIssue[]
  /** The network whose block explorer the text links to; else the current one. */
  readonly network: Network | undefined
}

/** The default range: small enough for any endpoint, and relative, so that links stay current. */
const newest = { fromBlock: 'latest-1999', order: 'desc', limit: 1_000 } as const
const maxNamed = 5

/** The possible meanings of a text, the likeliest first; or why it has none. */
export function parseSearchText(given: string, context: SearchContext): SearchReading {
  const text = given.trim()
  const network = context.networks.find((one) => isExplorerLink(text, one)) ?? context.networks[0]
  try {
    return { targets: text === '' ? [] : read(text, context), issues: [], network }
  } catch (error) {
    if (!(error instanceof InvalidQueryError)) throw error
    return { targets: [], issues: error.issues, network }
  }
}

function isExplorerLink(text: string, { blockExplorers }: Network): boolean {
  return Object.values(blockExplorers ?? {}).some(({ url }) =>
    `${text.toLowerCase()}/`.startsWith(`${url.toLowerCase().replace(/\/+$/, '')}/`),
  )
}

function read(text: string, { contracts, events, strings }: SearchContext): readonly SearchTarget[] {
  if (/^[[{]/.test(text)) return [{ kind: 'query', text: 'eth_getLogs', query: parseRpcRequest(text) }]
  if (/^cast\s+(logs|lo)\s/.test(text))
    return [
      {
        kind: 'query',
        text: 'cast logs',
        query: nameArguments(parseCastCommand(text), { contracts, events }),
      },
    ]
  if (/#(?:.*&)?v=\d/.test(text)) {
    parseShareLink(text)
    return [{ kind: 'link', link: text }]
  }
  const path = /^https?:\/\/[^?#]*/i.exec(text)?.[0]
  const number = path ? /\/block\/(\d+)(?![0-9a-z])/i.exec(path)?.[1] : text
  if (number !== undefined && /^#?(\d[\d.,_’'\s]*|0x[0-9a-f]{1,16})$/i.test(number)) {
    const read = parseBlockText(number, strings)
    if ('problem' in read) throw new InvalidQueryError([{ path: 'link', message: read.problem }])
    const { block } = read
    if (typeof block === 'bigint')
      return [{ kind: 'block', text: block.toString(), query: { fromBlock: block, toBlock: block } }]
  }
  const hash = only(text, /(?<![0-9a-z])0x[0-9a-f]{64}(?![0-9a-f])/gi)
  if (hash) return readHash(hash, path ?? text, events)
  const addressPattern = /(?<![0-9a-z])0x[0-9a-f]{40}(?![0-9a-f])/gi
  // The URL of a token's page may name a holder after `?`.
  const address = only(path ?? text, addressPattern) ?? only(text, addressPattern)
  // As written, because capitals are a checksum.
  if (address) return readAddress(new RegExp(address, 'i').exec(text)![0] as Hex)
  const labeled = contracts.filter(({ label }) => label.toLowerCase().includes(text.toLowerCase()))
  const named = events.filter(({ name }) => name.toLowerCase() === text.toLowerCase())
  const event = text.includes('(') ? readEvent(text.replace(/;$/, '')) : undefined
  return [
    ...eventTargets(event ? versionsOf(event, events) : named).slice(0, maxNamed),
    ...labeled.slice(0, maxNamed).map(({ address: one, label }) => contractTarget(one, label)),
  ]
}

/** The only match of a text: several would be ambiguous. */
function only(text: string, pattern: RegExp): Hex | undefined {
  const found = new Set((text.match(pattern) ?? []).map((one) => one.toLowerCase() as Hex))
  return found.size === 1 ? [...found][0] : undefined
}

function readHash(hash: Hash, context: string, events: readonly AbiEvent[]): readonly SearchTarget[] {
  const transaction: SearchTarget = { kind: 'transaction', hash }
  const block: SearchTarget = { kind: 'block', text: hash, query: { blockHash: hash } }
  // Explorers' links and cast say which it is.
  if (/\/tx\/|\/transactions?\/|^cast\s+(tx|run|receipt|re)\s/i.test(context)) return [transaction]
  if (/\/blocks?\/|^cast\s+(block|bl)\s/i.test(context)) return [block]
  const known = events.filter((event) => !event.anonymous && eventTopic(event) === hash)
  if (known.length > 0) return eventTargets(known)
  return [transaction, block, topicTarget(hash, 0), topicTarget(hash, 1)]
}

function readAddress(address: Hex): readonly SearchTarget[] {
  const parsed = parseAddress(address)
  if ('problem' in parsed) throw new InvalidQueryError([{ path: 'address', ...parsed.problem }])
  const padded = pad(parsed.address, { size: 32 })
  return [
    contractTarget(parsed.address),
    {
      kind: 'history',
      text: parsed.address,
      query: { address: parsed.address, order: 'desc', limit: 1_000 },
    },
    topicTarget(padded, 1, parsed.address),
    topicTarget(padded, 2, parsed.address),
  ]
}

/** The known versions of an event of types alone, which tells neither names nor what is indexed; else the event itself. */
function versionsOf(event: AbiEvent, known: readonly AbiEvent[]): readonly AbiEvent[] {
  const topic = eventTopic(event)
  const isBare = event.inputs.every(({ name, indexed }) => !name && !indexed)
  const versions = isBare ? known.filter((one) => !one.anonymous && eventTopic(one) === topic) : []
  return versions.length > 0 ? versions : [event]
}

function contractTarget(address: Address, label: string = address): SearchTarget {
  return { kind: 'contract', text: label, query: { address, ...newest } }
}

/** A target per topic: ABIs may name and index the arguments of one event differently. */
function eventTargets(events: readonly AbiEvent[]): readonly SearchTarget[] {
  const distinct = new Map(events.map((event) => [formatEvent(event), event]))
  const groups = new Map<string, [AbiEvent, ...AbiEvent[]]>()
  for (const event of distinct.values()) {
    const key = `${event.anonymous === true} ${eventTopic(event)}`
    const group = groups.get(key)
    if (group) group.push(event)
    else groups.set(key, [event])
  }
  return [...groups.values()].map((group) => {
    const texts = new Set(group.map(byNames))
    // Overloaded events may have arguments of the same names.
    const isUnclear = [...distinct.values()].some((one) => !group.includes(one) && texts.has(byNames(one)))
    const [text = ''] = texts.size === 1 && !isUnclear ? texts : [byTypes(group[0])]
    return { kind: 'event', text, query: { events: group, ...newest } }
  })
}

const byNames = ({ name, inputs }: AbiEvent) =>
  `${name}(${inputs.map((input) => input.name || input.type).join(', ')})`

const byTypes = ({ name, inputs }: AbiEvent) => `${name}(${inputs.map(({ type }) => type).join(', ')})`

function topicTarget(topic: Hex, position: number, text: Hex = topic): SearchTarget {
  const topics = [...Array.from({ length: position }, () => null), topic]
  return { kind: 'topic', text, position, query: { topics, ...newest } }
}
