'use client'
import { useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AbiEvent } from 'viem'
import type { RawLog } from '../logs/Log.ts'
import type { EventLookup } from '../logs/lookup/EventLookup.ts'
import { guessIndexed } from '../logs/lookup/guessIndexed.ts'
import type { LookedUpEvents } from '../logs/lookup/lookUpEvents.ts'
import { eventLookupQueryOptions } from '../query/eventLookup.ts'
import { overrideOptions, refuseEnabled, type QueryParameter } from '../query/QueryParameter.ts'

export interface UseEventLookupParameters {
  log: Pick<RawLog, 'address' | 'topics' | 'data'> | undefined
  /** The services to query, in this order. @default none */
  lookups?: readonly EventLookup[] | undefined
  /** Options of react-query. `enabled` defaults to `false`: no request is sent before `lookUp`. */
  query?: QueryParameter<LookedUpEvents>['query']
}

export type UseEventLookupReturnType = UseQueryResult<LookedUpEvents> & {
  /** The events that fit the log, for `lookedUp` of `createDecoder`. */
  readonly events: readonly AbiEvent[]
  /** Sends the requests. */
  readonly lookUp: () => void
}

/**
 * Looks up the event of a log in public services. No request is sent until `lookUp` is called. Services receive only
 * the first topic or the contract's address.
 *
 * @example
 * const { events, lookUp } = useEventLookup({ log, lookups: [signatureLookup()] })
 */
export function useEventLookup(parameters: UseEventLookupParameters): UseEventLookupReturnType {
  refuseEnabled(parameters)
  const { log, lookups = none } = parameters
  const query = useQuery({
    ...overrideOptions(eventLookupQueryOptions({ log: log ?? noLog, lookups }), parameters.query),
    enabled: log === undefined ? false : (parameters.query?.enabled ?? false),
  } as UseQueryOptions<LookedUpEvents>)
  const { data, refetch } = query
  const events = useMemo(
    () => (data && log ? data.events.flatMap((event) => guessIndexed(event, log)) : noEvents),
    [data, log],
  )
  return {
    ...query,
    events,
    lookUp: () => {
      if (log) void refetch()
    },
  }
}

const none: readonly EventLookup[] = []
const noEvents: readonly AbiEvent[] = []
const noLog: Pick<RawLog, 'address' | 'topics'> = {
  address: '0x0000000000000000000000000000000000000000',
  topics: [],
}
