'use client'
import { useMemo } from 'react'
import type { AbiEvent } from 'viem'
import type { LogSelection } from '../logs/columns/LogSelection.ts'
import type { Decoder } from '../logs/decode/createDecoder.ts'
import { findDecoder } from '../logs/decode/findDecoder.ts'
import type { UnknownLogs } from '../logs/decode/selectDecodable.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { createPackedLogList } from '../logs/list/createPackedLogList.ts'
import { unknownOf } from '../logs/list/listRows.ts'
import type { LogList } from '../logs/list/LogList.ts'

/** Packed logs as a list of decoded rows. */
export type ToLogList<row> = (selections: readonly LogSelection[], order: 'asc' | 'desc') => LogList<row>

/** How the logs of a query are decoded. */
export interface Decoding {
  readonly decoder: Decoder
  readonly unknown: UnknownLogs
}

/** How a query's logs are decoded. Equal events give the same decoder. */
export function decodingOf(
  query: ParsedLogQuery | undefined,
  knownEvents: readonly AbiEvent[] = none,
): Decoding {
  const { events = none, strict = true } = query ?? {}
  return { decoder: findDecoder(events, knownEvents, strict), unknown: query ? unknownOf(query) : 'keep' }
}

/**
 * Decodes packed logs by a query's events. Equal events give the same function, even if they are created at each render, and
 * components that decode alike share rows. `row` follows from the caller's parameters, which the types of a decoder do not know.
 */
export function useDecoding<row>(
  query: ParsedLogQuery | undefined,
  knownEvents?: readonly AbiEvent[],
): ToLogList<row> {
  const { decoder, unknown } = decodingOf(query, knownEvents)
  return useMemo(
    () => (segments, order) =>
      createPackedLogList({ segments, order, decoder, unknown }) as LogList<unknown> as LogList<row>,
    [decoder, unknown],
  )
}

const none: readonly AbiEvent[] = []
