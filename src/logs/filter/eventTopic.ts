import { toEventHash } from 'viem'
import type { AbiEvent, Hash } from 'viem'
import type { DecodedEvent, LogRow } from '../Log.ts'

/** The hash of an event's signature. Drops argument names, which are not part of it and could break the hashing. */
export function eventTopic(event: AbiEvent): Hash {
  return toEventHash({ ...event, inputs: event.inputs.map((input) => ({ ...input, name: '' })) })
}

/** The topic of a log's event in lower case; `undefined` for anonymous events, whose first topic is an argument. */
export function eventTopicOf({ topics, decoded }: Pick<LogRow, 'topics' | 'decoded'>): string | undefined {
  return isAnonymous(decoded, topics.length) ? undefined : topics[0]?.toLowerCase()
}

/** Whether a log with this many topics was decoded as an anonymous event: each topic is an argument. */
export function isAnonymous(decoded: DecodedEvent | undefined, topicCount: number): decoded is DecodedEvent {
  return decoded?.args.filter(({ indexed }) => indexed).length === topicCount
}
