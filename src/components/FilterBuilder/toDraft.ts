import type { AbiEvent } from 'viem'
import type { LogQuery, Topic } from '../../logs/LogQuery.ts'
import { emptyDraft } from './FilterDraft.ts'
import type { FilterDraft, TopicDraft } from './FilterDraft.ts'
import { formatEvent } from '../../logs/spec/formatEvent.ts'

/** Writes a query into the fields of the form. Reading them again gives the same query. */
export function toDraft(query: LogQuery): FilterDraft {
  const { address, events = [], args, topics, fromBlock, toBlock, blockHash, order, limit, strict } = query
  const addresses = address === undefined ? [] : typeof address === 'string' ? [address] : address
  const [event] = events
  return {
    ...emptyDraft,
    addresses: addresses.join('\n'),
    mode: topics ? 'topics' : event ? 'event' : 'any',
    event: topics ? '' : eventText(events),
    args: event && args && !topics ? argTexts(event, args) : {},
    topics: [topicDraft(topics, 0), topicDraft(topics, 1), topicDraft(topics, 2), topicDraft(topics, 3)],
    rangeMode: blockHash === undefined ? 'blocks' : 'hash',
    fromBlock: fromBlock === undefined ? '' : fromBlock.toString(),
    toBlock: toBlock === undefined ? '' : toBlock.toString(),
    blockHash: blockHash ?? '',
    kept: {
      ...(order && { order }),
      ...(limit !== undefined && { limit }),
      ...(strict !== undefined && { strict }),
      ...(topics && events.length > 0 && { events }),
    },
  }
}

function eventText(events: readonly AbiEvent[]): string {
  const texts = events.map(formatEvent)
  // One event that needs JSON makes all of them JSON: lines cannot hold both.
  return texts.some((text) => text.startsWith('{')) ? JSON.stringify(events) : texts.join('\n')
}

function argTexts(event: AbiEvent, args: NonNullable<LogQuery['args']>): Record<number, string> {
  const indexed = event.inputs.filter((input) => input.indexed)
  const texts = indexed.map((input, position) => {
    const value: unknown = Array.isArray(args)
      ? args[position]
      : input.name && Object.hasOwn(args, input.name)
        ? (args as Record<string, unknown>)[input.name]
        : undefined
    if (value === undefined || value === null) return ''
    return (Array.isArray(value) ? value : [value]).map(String).join('\n')
  })
  return Object.fromEntries(texts.map((text, position) => [position, text]))
}

function topicDraft(topics: readonly Topic[] | undefined, position: number): TopicDraft {
  const topic = topics?.[position]
  if (topic === undefined) return { mode: 'unset', text: '' }
  if (topic === null) return { mode: 'any', text: '' }
  return { mode: 'values', text: typeof topic === 'string' ? topic : topic.join('\n') }
}
