import { toPlainValue } from './export/toPlainValue.ts'
import type { EventArgument, GroupLogsOptions, LogGroupBy } from './groupLogs.ts'
import type { DecodedArg, LogRow } from './Log.ts'
import type { LogList } from './LogList.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'

/** Some logs with the same key, and the positions of the first and last of them, oldest first. */
export type AddToGroup = (
  key: string,
  count: number,
  sum: bigint | undefined,
  first: number,
  last: number,
) => void

// Rows between two breaths.
const portion = 500

/** Finds the group of every log, from the oldest on, in portions. */
export function* readGroupKeys(
  logs: LogList<LogRow> | readonly LogRow[],
  rowAt: (position: number) => LogRow,
  { by, sum, where }: Pick<GroupLogsOptions, 'by' | 'sum' | 'where'>,
  add: AddToGroup,
): Generator<void, void> {
  const selections = 'selections' in logs ? logs.selections?.() : undefined
  // What is packed tells contracts and topics by number, without any text.
  if (selections && !sum && !where && by.field !== 'arg') {
    let start = 0
    for (const selection of selections) {
      groupPacked(selection, by, start, add)
      start += countLogs(selection)
      yield
    }
    return
  }
  for (let position = 0; position < logs.length; position++) {
    if (position % portion === portion - 1) yield
    const log = rowAt(position)
    if (where && !where(log)) continue
    const key = keyOf(log, by)
    if (key !== undefined) add(key, 1, sum && numberOf(log, sum), position, position)
  }
}

/** What puts a log into a group; `undefined` when it has no such thing. */
function keyOf(log: LogRow, by: LogGroupBy): string | undefined {
  if (by.field === 'address') return log.address.toLowerCase()
  if (by.field === 'event') return eventKey(log.topics[0]?.toLowerCase(), log.topics.length)
  if (by.field === 'topic')
    return by.topic0 === undefined || log.topics[0]?.toLowerCase() === by.topic0
      ? log.topics[by.position]?.toLowerCase()
      : undefined
  const arg = argumentOf(log, by)
  if (!arg) return undefined
  const plain = toPlainValue(arg.value)
  return typeof plain === 'string' ? plain : JSON.stringify(plain)
}

function eventKey(topic0: string | undefined, topicCount: number): string | undefined {
  return topic0 && `${topic0}/${topicCount}`
}

function argumentOf(log: LogRow, { topic0, position, topicCount }: EventArgument): DecodedArg | undefined {
  if (log.topics[0]?.toLowerCase() !== topic0) return undefined
  if (topicCount !== undefined && log.topics.length !== topicCount) return undefined
  return log.decoded?.args[position]
}

function numberOf(log: LogRow, argument: EventArgument): bigint | undefined {
  const arg = argumentOf(log, argument)
  if (!arg || arg.hashed) return undefined
  return typeof arg.value === 'bigint'
    ? arg.value
    : typeof arg.value === 'number'
      ? BigInt(arg.value)
      : undefined
}

type PackedBy = Exclude<LogGroupBy, { field: 'arg' }>

/** Counts the logs of one selection by number first: each address or topic becomes text once. */
function groupPacked({ segment, rows }: LogSelection, by: PackedBy, start: number, add: AddToGroup): void {
  const { columns } = segment
  const tallies = new Map<number, { count: number; first: number; last: number }>()
  const ofEvent = by.field === 'topic' && by.topic0 !== undefined ? eventReferences() : undefined
  const length = rows ? rows.length : segment.length
  for (let at = 0; at < length; at++) {
    const row = rows ? rows[at]! : at
    let reference: number
    const topicCount = columns.logFlags[row]! & 7
    const topics = row * columns.stride
    if (by.field === 'address') reference = columns.logAddresses[row]!
    else if (by.field === 'event') {
      if (topicCount === 0) continue
      reference = columns.logTopics[topics]! * 8 + topicCount
    } else {
      if (by.position >= topicCount) continue
      if (ofEvent && !ofEvent(columns.logTopics[topics]!, row)) continue
      reference = columns.logTopics[topics + by.position]!
    }
    const tally = tallies.get(reference)
    if (tally) {
      tally.count++
      tally.last = at
    } else tallies.set(reference, { count: 1, first: at, last: at })
  }
  for (const { count, first, last } of tallies.values()) {
    const row = rows ? rows[first]! : first
    add(keyAt(row), count, undefined, start + first, start + last)
  }

  function keyAt(row: number): string {
    if (by.field === 'address') return segment.address(row)
    return by.field === 'event'
      ? eventKey(segment.topic0(row), columns.logFlags[row]! & 7)!
      : segment.topic(row, by.position)!
  }

  /** Whether a first topic is the one asked for: compared as text once for each. */
  function eventReferences() {
    const known = new Map<number, boolean>()
    return (reference: number, row: number) => {
      let is = known.get(reference)
      if (is === undefined) {
        is = by.field === 'topic' && segment.topic0(row) === by.topic0
        known.set(reference, is)
      }
      return is
    }
  }
}
