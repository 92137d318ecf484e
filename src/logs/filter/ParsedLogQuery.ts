import type { AbiEvent, Hash } from 'viem'
import type { ArgCondition } from './ArgCondition.ts'
import { eventTopic } from './eventTopic.ts'
import { partKey, partsOf, type Filter } from './Filter.ts'
import type { BlockTag } from './LogQuery.ts'
import type { RelativeBlock } from './relativeBlock.ts'

/** One end of a validated range. */
export type RangeEnd = bigint | BlockTag | RelativeBlock

/** Validated blocks to read: one block by its hash, or an inclusive interval, whose last block may be given by hash. */
export type Range =
  | { readonly blockHash: Hash }
  | { readonly fromBlock: RangeEnd; readonly toBlock: RangeEnd | Hash }

/** Whether a value is a block hash, such as the end of a range that is neither a number nor a tag. */
export function isBlockHash(value: unknown): value is Hash {
  return typeof value === 'string' && /^0x[0-9a-f]{64}$/i.test(value)
}

/** The validated parts of a {@link ParsedLogQuery}. */
export interface LogQueryParts {
  readonly filter: Filter
  readonly range: Range
  readonly order: 'asc' | 'desc'
  readonly limit: number | undefined
  /** The events to decode with. */
  readonly events: readonly AbiEvent[]
  /** Whether logs that do not fit their event are left out. */
  readonly strict: boolean
  /** Whether raw topics define the filter: the events then only decode. */
  readonly hasRawTopics: boolean
  /** Set if raw topics define only a part of the filter: logs that match this part are rows even if no event fits. */
  readonly rawFilter?: Filter | undefined
  /** Conditions on decoded arguments. Never sent. */
  readonly where: readonly ArgCondition[]
}

/** A query as canonical JSON, with block numbers as decimal text: the same for every way to write it. */
export interface LogQueryJson {
  readonly address: Filter['address']
  readonly topics: Filter['topics']
  readonly anyOf?: Filter['anyOf']
  readonly blockHash?: Hash
  readonly fromBlock?: string
  readonly toBlock?: string
  readonly order: 'asc' | 'desc'
  readonly limit: number | undefined
  /**
   * With a limit, what counts as rows: events, each by its topic and which of its arguments are indexed; logs with other
   * arguments indexed; and logs of other events.
   */
  readonly counts?: readonly string[]
}

declare const brand: unique symbol

/**
 * A query that `parseLogQuery` has validated and put into canonical form. Frozen. Accepted wherever a `LogQuery` is,
 * without validating it again.
 */
export interface ParsedLogQuery extends LogQueryParts {
  readonly [brand]: true
  /** Filter, range, order and limit as JSON. Decoding is part of it only if a limit counts decodable logs. */
  readonly json: LogQueryJson
  /** `json` as text: the same for every way to write the same query. For keys, links and caches. */
  readonly key: string
}

const made = new WeakSet<object>()

/** Whether this is a result of `parseLogQuery`. Copies, such as `{ ...parsed }`, are not. */
export function isParsed(query: unknown): query is ParsedLogQuery {
  return typeof query === 'object' && query !== null && made.has(query)
}

/** Creates a parsed query from parts that must be valid and canonical. */
export function createParsedLogQuery(parts: LogQueryParts): ParsedLogQuery {
  const { filter, rawFilter = filter, range, order, limit } = parts
  const { address, topics, anyOf } = filter
  const counts = countsOf(parts)
  const json = Object.freeze({
    address,
    topics,
    ...(anyOf && { anyOf }),
    ...rangeToJson(range),
    order,
    limit,
    ...counts,
  })
  const fields = { ...parts, json, key: JSON.stringify(json) }
  for (const part of [filter, rawFilter].flatMap((one) => [one, ...partsOf(one)]))
    for (const value of [part, part.address, part.topics, ...part.topics]) Object.freeze(value)
  Object.freeze(range)
  Object.freeze(anyOf)
  const query = Object.freeze(fields) as typeof fields & { [brand]: true }
  made.add(query)
  return query
}

/** The key of results that are stored: which logs are rows, and what is read of them, depends on the events as well. */
export function rowsKey({ key, strict, hasRawTopics, events }: ParsedLogQuery): string {
  return JSON.stringify([key, strict, hasRawTopics, events])
}

/** The query with some parts replaced, which must be valid: fewer blocks, for example. */
export function withParts(query: ParsedLogQuery, parts: Partial<LogQueryParts>): ParsedLogQuery {
  return createParsedLogQuery({ ...query, ...parts })
}

function rangeToJson(range: Range) {
  if ('blockHash' in range) return range
  return { fromBlock: String(range.fromBlock), toBlock: String(range.toBlock) }
}

function countsOf({ limit, events, strict, hasRawTopics, rawFilter }: LogQueryParts) {
  const hasAnonymous = events.some(({ anonymous }) => anonymous)
  const someCount = strict || rawFilter || (!hasRawTopics && hasAnonymous)
  if (limit === undefined || events.length === 0 || !someCount) return undefined
  const counts = events.map((event) => {
    const indexed = event.inputs.map((input) => (input.indexed ? '1' : '0')).join('')
    return `${event.anonymous ? 'anonymous ' : ''}${eventTopic(event)} ${indexed}`
  })
  const misfits = strict ? [] : ['misfits']
  const raw = rawFilter
    ? partsOf(rawFilter).map((part) => `raw ${partKey(part)}`)
    : hasAnonymous && hasRawTopics
      ? ['raw']
      : []
  return { counts: [...new Set([...counts, ...misfits, ...raw])].sort() }
}
