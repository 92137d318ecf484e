import { queryOptions } from '@tanstack/react-query'
import type { RawLog } from '../logs/Log.ts'
import type { EventLookup } from '../logs/lookup/EventLookup.ts'
import { lookUpEvents, type LookedUpEvents } from '../logs/lookup/lookUpEvents.ts'
import type { TaggedQueryOptions } from './QueryParameter.ts'

export interface EventLookupQueryParameters {
  /** The log to find the event of. Only its first topic or its address is sent. */
  log: Pick<RawLog, 'address' | 'topics'>
  /** The services to query, in this order. */
  lookups: readonly EventLookup[]
}

/** The key of {@link eventLookupQueryOptions}. */
export function eventLookupQueryKey({ log, lookups }: EventLookupQueryParameters) {
  const byAddress = lookups.some(({ by }) => by === 'address')
  return [
    'topic0',
    'eventLookup',
    {
      topic: log.topics[0] ?? null,
      address: byAddress ? log.address.toLowerCase() : null,
      services: lookups.map(({ name, id = name }) => id),
    },
  ] as const
}

/** What services know about a log's event. Cached forever, because signatures do not change. */
export function eventLookupQueryOptions(
  parameters: EventLookupQueryParameters,
): TaggedQueryOptions<LookedUpEvents, LookedUpEvents, ReturnType<typeof eventLookupQueryKey>> {
  return queryOptions({
    queryKey: eventLookupQueryKey(parameters),
    queryFn: ({ signal }) => lookUpEvents(parameters.lookups, parameters.log, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}
