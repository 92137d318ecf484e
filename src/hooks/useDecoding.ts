'use client'
import { useMemo } from 'react'
import type { AbiEvent } from 'viem'
import { createPackedLogList } from '../logs/list/createPackedLogList.ts'
import { findDecoder } from '../logs/decode/findDecoder.ts'
import type { LogQuery } from '../logs/filter/LogQuery.ts'
import type { LogList } from '../logs/list/LogList.ts'
import type { LogSelection } from '../logs/columns/LogSelection.ts'

export interface Decoding {
  readonly event?: AbiEvent | undefined
  readonly events?: readonly AbiEvent[] | undefined
  readonly knownEvents?: readonly AbiEvent[] | undefined
  readonly strict?: boolean | undefined
  /** Given by the caller, they say what is asked for; otherwise the events do. */
  readonly topics?: LogQuery['topics']
}

/** Packed logs as a list of decoded rows. */
export type ViewLogs<row> = (selections: readonly LogSelection[], order: 'asc' | 'desc') => LogList<row>

/**
 * How to look at raw logs. The same events give the same function, also when they are written anew at each render, and
 * components that decode alike share rows. What `row` is, the caller's parameters say: the types cannot follow a decoder.
 */
export function useDecoding<row>({ event, events, knownEvents, strict, topics }: Decoding): ViewLogs<row> {
  const decoder = findDecoder(event ? [event] : (events ?? none), knownEvents ?? none, strict ?? true)
  // A node cannot be asked for an anonymous event together with others: what it sends besides is no answer.
  const unknown = (event ?? events) && !topics ? 'drop' : 'keep'
  return useMemo(
    () => (segments, order) =>
      createPackedLogList({ segments, order, decoder, unknown }) as LogList<unknown> as LogList<row>,
    [decoder, unknown],
  )
}

const none: readonly AbiEvent[] = []
