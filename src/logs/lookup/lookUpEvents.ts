import type { AbiEvent } from 'viem'
import { eventTopic } from '../filter/eventTopic.ts'
import type { RawLog } from '../Log.ts'
import type { EventLookup } from './EventLookup.ts'

/** The events that services know for a log, as plain JSON. */
export interface LookedUpEvents {
  readonly events: readonly AbiEvent[]
  /** The service that returned them; `undefined` if none did. */
  readonly service?: string
}

/**
 * Queries services in order, until one knows an event whose signature hashes to the log's topic. Logs without topics
 * are not looked up, because no result could be verified.
 *
 * @throws {@link LookupError} of the last service that failed, if no other service knew an event.
 */
export async function lookUpEvents(
  lookups: readonly EventLookup[],
  log: Pick<RawLog, 'address' | 'topics'>,
  signal?: AbortSignal,
): Promise<LookedUpEvents> {
  const [topic] = log.topics
  if (topic === undefined) return { events: [] }
  let failure: Error | undefined
  for (const lookup of lookups) {
    try {
      const found = await lookup.find(lookup.by === 'topic' ? topic : log.address, { signal })
      const events = found.filter((event) => !event.anonymous && eventTopic(event) === topic.toLowerCase())
      if (events.length > 0) return { events, service: lookup.name }
    } catch (error) {
      signal?.throwIfAborted()
      failure = error instanceof Error ? error : new Error(String(error))
    }
  }
  if (failure) throw failure
  return { events: [] }
}
