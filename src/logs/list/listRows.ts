import type { LogSelection } from '../columns/LogSelection.ts'
import type { Decoder } from '../decode/createDecoder.ts'
import { findDecoder } from '../decode/findDecoder.ts'
import { selectDecodable, type UnknownLogs } from '../decode/selectDecodable.ts'
import { matchesFilter } from '../filter/matchesFilter.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import type { LogRow, RawLog } from '../Log.ts'
import { createPackedLogList } from './createPackedLogList.ts'
import type { LogList } from './LogList.ts'
import { decodeRow } from './LogRows.ts'

const decoders = new WeakMap<ParsedLogQuery, Decoder>()

/** The decoder of a query, by its events and `strict`. */
function decoderOf(query: ParsedLogQuery): Decoder {
  let decoder = decoders.get(query)
  if (!decoder) decoders.set(query, (decoder = findDecoder(query.events, [], query.strict)))
  return decoder
}

/**
 * Raw topics may request logs of other events, as a query without events does. Otherwise such logs were not requested: nodes cannot
 * filter by an anonymous event together with others.
 */
export function unknownOf({ events, hasRawTopics, rawFilter }: ParsedLogQuery): UnknownLogs {
  return rawFilter ?? (hasRawTopics || events.length === 0 ? 'keep' : 'drop')
}

/** Packed logs as the rows of a query: decoded by its events, in its order, without those that `strict` leaves out. */
export function listRows(
  query: ParsedLogQuery,
  segments: readonly LogSelection[],
  order = query.order,
): LogList<LogRow> {
  const { events } = query
  if (events.length === 0) return createPackedLogList<LogRow>({ segments, order })
  const unknown = unknownOf(query)
  return createPackedLogList<LogRow>({ segments, order, decoder: decoderOf(query), unknown })
}

/** Selects the packed logs that are rows of a query. */
export function selectRowsOf(query: ParsedLogQuery, selection: LogSelection): LogSelection {
  const { events, strict } = query
  if (events.length === 0) return selection
  const { segment } = selection
  return {
    segment,
    rows: selectDecodable(selection, decoderOf(query), { strict, unknown: unknownOf(query) }).rows,
  }
}

/** Single logs as the rows of a query. */
export function toRows(query: ParsedLogQuery, logs: readonly RawLog[]): readonly LogRow[] {
  if (query.events.length === 0) return logs.map((log) => ({ ...log, decoded: undefined }))
  const decoder = decoderOf(query)
  const unknown = unknownOf(query)
  return logs
    .filter((log) => {
      const fit = decoder.fit(log)
      if (fit !== 'unknown') return fit === 'fits' || !query.strict
      return typeof unknown === 'string' ? unknown === 'keep' : matchesFilter(unknown, log)
    })
    .map((log) => decodeRow(log, decoder))
}
