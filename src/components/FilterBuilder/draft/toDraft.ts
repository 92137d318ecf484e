import type { AbiEvent } from 'viem'
import type { ArgCondition } from '../../../logs/filter/ArgCondition.ts'
import { formatEvent } from '../../../logs/filter/formats/formatEvent.ts'
import { indexedValues } from '../../../logs/filter/formats/indexedValues.ts'
import { eventsIn, type Topic } from '../../../logs/filter/LogQuery.ts'
import type { LogSearch } from '../../../logs/filter/LogSearch.ts'
import { newestBlocksOf } from '../../../logs/filter/relativeBlock.ts'
import { emptyDraft, type ConditionDraft, type FilterDraft, type TopicDraft } from './FilterDraft.ts'
import { toTextLine } from './parseArgText.ts'

/** Writes a query into the fields of the form. Reading them again gives the same query. */
export function toDraft(query: LogSearch): FilterDraft {
  const { address, args, topics, fromBlock, toBlock, blockHash, order, limit, strict, where = [] } = query
  const events = eventsIn(query)
  const addresses = typeof address === 'string' ? [address] : (address ?? [])
  const [event] = events
  const last = newestBlocksOf(query)
  const modeWithoutTopics = event ? 'event' : 'any'
  const rangeWithoutHash = last === undefined ? 'blocks' : 'last'
  return {
    ...emptyDraft,
    addresses: addresses.join('\n'),
    mode: topics ? 'topics' : modeWithoutTopics,
    events: topics ? [] : events.map(formatEvent),
    args: event && args && !topics ? argTexts(event, args) : {},
    conditions: topics ? {} : conditionDrafts(where),
    topics: [0, 1, 2, 3].map((position) => topicDraft(topics?.[position])),
    rangeMode: blockHash ? 'hash' : rangeWithoutHash,
    last: last?.toString() ?? emptyDraft.last,
    fromBlock: last === undefined ? (fromBlock?.toString() ?? '') : '',
    toBlock: toBlock?.toString() ?? '',
    blockHash: blockHash ?? '',
    kept: {
      ...(order && { order }),
      ...(limit !== undefined && { limit }),
      ...(strict !== undefined && { strict }),
      ...(topics && events.length > 0 && { events }),
      ...(topics && where.length > 0 && { where }),
    },
  }
}

function argTexts(event: AbiEvent, args: LogSearch['args']): Record<number, string> {
  const texts = indexedValues(event, args).map(toLines)
  return Object.fromEntries(texts.map((text, position) => [position, text]))
}

function toLines(values: readonly unknown[]): string {
  return values.map((value) => (typeof value === 'string' ? toTextLine(value) : String(value))).join('\n')
}

function conditionDrafts(where: readonly ArgCondition[]): Record<string, ConditionDraft> {
  const counts = new Map<number, number>()
  return Object.fromEntries(
    where.map(({ arg, is, values }) => {
      const count = counts.get(arg) ?? 0
      counts.set(arg, count + 1)
      return [`${arg}.${count}`, { is, text: toLines(values) }]
    }),
  )
}

function topicDraft(topic: Topic | undefined): TopicDraft {
  if (topic === undefined) return { mode: 'unset', text: '' }
  if (topic === null || topic.length === 0) return { mode: 'any', text: '' }
  return { mode: 'values', text: typeof topic === 'string' ? topic : topic.join('\n') }
}
