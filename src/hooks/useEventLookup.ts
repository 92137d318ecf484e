'use client'
import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AbiEvent } from 'viem'
import type { RawLog } from '../logs/Log.ts'
import type { EventLookup } from '../logs/lookup/EventLookup.ts'
import { guessIndexed } from '../logs/lookup/guessIndexed.ts'
import type { LookedUpEvents } from '../logs/lookup/lookUpEvents.ts'
import { eventLookupQueryOptions } from '../query/eventLookup.ts'

export interface UseEventLookupParameters {
  log: Pick<RawLog, 'address' | 'topics' | 'data'> | undefined
  /** Whom to ask, in this order. @default nobody */
  lookups?: readonly EventLookup[] | undefined
  /** `true` asks by itself; otherwise `lookUp` does. @default false */
  enabled?: boolean | undefined
}

export type UseEventLookupReturnType = UseQueryResult<LookedUpEvents> & {
  /** What was found, in the ways that fit the log: for `createDecoder`'s `lookedUp`. */
  readonly events: readonly AbiEvent[]
  /** Asks now. */
  readonly lookUp: () => void
}

/**
 * Asks public services what the event of a log is. Nothing is sent until `lookUp` is called, and never more than the
 * first topic or the contract's address, as each service asks.
 *
 * @example
 * const { events, lookUp } = useEventLookup({ log, lookups: [signatureLookup()] })
 */
export function useEventLookup(parameters: UseEventLookupParameters): UseEventLookupReturnType {
  const { log, lookups = none, enabled = false } = parameters
  const query = useQuery({
    ...eventLookupQueryOptions({ log: log ?? noLog, lookups }),
    enabled: enabled && log !== undefined,
  })
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
