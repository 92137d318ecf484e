import type { AbiEvent } from 'viem'
import type { RawLog } from '../Log.ts'
import { eventTopic } from '../filter/eventTopic.ts'
import type { EventLookup } from './EventLookup.ts'

/** What services know of a log's event: plain JSON. */
export interface LookedUpEvents {
  readonly events: readonly AbiEvent[]
  /** The service that had them; `undefined` when none did. */
  readonly service?: string
}

/**
 * Asks services, one after the other, until one knows an event whose signature hashes to the log's topic. A log without
 * topics is not asked about: nothing that is said of it could be checked.
 *
 * @throws {@link LookupError} of the last service that failed, when none of the others knew.
 */
export async function lookUpEvents(
  lookups: readonly EventLookup[],
  log: Pick<RawLog, 'address' | 'topics'>,
  signal?: AbortSignal,
): Promise<LookedUpEvents> {
  const [topic] = log.topics
  if (topic === undefined) return { events: [] }
  let failure: Error | undefined
  for (const { name, asks, find } of lookups) {
    try {
      const found = await find(asks === 'topic' ? topic : log.address, { signal })
      const events = found.filter((event) => !event.anonymous && eventTopic(event) === topic.toLowerCase())
      if (events.length > 0) return { events, service: name }
    } catch (error) {
      signal?.throwIfAborted()
      failure = error instanceof Error ? error : new Error(String(error))
    }
  }
  if (failure) throw failure
  return { events: [] }
}
