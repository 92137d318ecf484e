import type { AddToGroup, EventArgument, GroupLogsOptions, LogGroupBy } from './LogGroup.ts'
import { formatArg, toBigInt } from '../list/formatArg.ts'
import { groupPacked } from './groupPacked.ts'
import type { DecodedArg, LogRow } from '../Log.ts'
import type { LogList } from '../list/LogList.ts'
import { countLogs } from '../columns/LogSelection.ts'
import { matchesLocal } from './matchesLocal.ts'

// Rows per time slice.
const portion = 100

/** Adds every log to its group, oldest first, in time slices. */
export function* readGroupKeys(
  logs: LogList<LogRow> | readonly LogRow[],
  rowAt: (position: number) => LogRow,
  options: Pick<GroupLogsOptions, 'by' | 'sum' | 'filters'>,
  add: AddToGroup,
): Generator<void, void> {
  const selections = 'selections' in logs ? logs.selections?.() : undefined
  if (selections && 'selections' in logs) {
    let start = 0
    for (const selection of selections) {
      yield* groupPacked({ selection, decoder: logs.decoder, start }, options, add)
      start += countLogs(selection)
    }
    return
  }
  const { by, sum, filters = [] } = options
  const isCounted = matchesLocal(filters)
  for (let position = 0; position < logs.length; position++) {
    if (position % portion === portion - 1) yield
    const log = rowAt(position)
    if (!isCounted(log)) continue
    const key = keyOf(log, by)
    if (key === undefined) continue
    const number = sum && numberOf(log, sum)
    const sumOf = number === undefined ? undefined : log.address.toLowerCase()
    add(key, { count: 1, sum: number, sumOf, first: position, last: position })
  }
}

/** The group key of a log; `undefined` if it has none. */
function keyOf(log: LogRow, by: LogGroupBy): string | undefined {
  if (by.field === 'address') return log.address.toLowerCase()
  if (by.field === 'event') {
    const [topic0] = log.topics
    return topic0 && `${topic0.toLowerCase()}/${log.topics.length}`
  }
  if (by.field === 'topic')
    return by.topic0 === undefined || log.topics[0]?.toLowerCase() === by.topic0
      ? log.topics[by.position]?.toLowerCase()
      : undefined
  const arg = argumentOf(log, by)
  return arg && formatArg(arg.value)
}

function argumentOf(log: LogRow, { topic0, position, topicCount }: EventArgument): DecodedArg | undefined {
  if (log.topics[0]?.toLowerCase() !== topic0) return undefined
  if (topicCount !== undefined && log.topics.length !== topicCount) return undefined
  return log.decoded?.args[position]
}

function numberOf(log: LogRow, argument: EventArgument): bigint | undefined {
  const arg = argumentOf(log, argument)
  return arg && !arg.hashed ? toBigInt(arg.value) : undefined
}
