import type { BlockInterval } from '../Coverage.ts'
import type { Filter, FilterPart } from '../filter/Filter.ts'
import { hexToWords } from './hex.ts'
import type { LogSegment } from './LogSegment.ts'
import type { LogSelection } from './LogSelection.ts'

/** The indexes of matching logs from `start` up to `end`, ascending. */
export function selectRows(
  segment: LogSegment,
  filter: Filter,
  start = 0,
  end = segment.length,
): Uint32Array<ArrayBuffer> {
  if (!filter.anyOf) return selectPartRows(segment, filter, start, end)
  const isSelected = new Uint8Array(end - start)
  for (const part of filter.anyOf)
    for (const index of selectPartRows(segment, part, start, end)) isSelected[index - start] = 1
  return Uint32Array.from(isSelected.keys())
    .filter((index) => isSelected[index] === 1)
    .map((index) => index + start)
}

/**
 * The indexes of logs that match one part of a filter. Tests each address and topic once, however many logs share it, and
 * compares numbers only.
 */
function selectPartRows(
  segment: LogSegment,
  filter: FilterPart,
  start: number,
  end: number,
): Uint32Array<ArrayBuffer> {
  const { columns } = segment
  const { stride, logAddresses, logTopics, logFlags } = columns
  const count = filter.topics.length
  const selected = new Uint32Array(end - start)
  if (count > stride) return selected.subarray(0, 0)
  const addresses = filter.address && markWords(columns.shortWords, 5, filter.address.map(hexToWords))
  const positions = filter.topics.flatMap((anyOf, position) => {
    if (anyOf === null) return []
    const values = anyOf.map(hexToWords)
    const isShort = (words: Uint32Array) => (words[0]! | words[1]! | words[2]!) === 0
    const short = values.filter(isShort).map((words) => words.subarray(3))
    const long = values.filter((words) => !isShort(words))
    return {
      position,
      short: markWords(columns.shortWords, 5, short),
      long: markWords(columns.longWords, 8, long),
    }
  })
  let size = 0
  next: for (let index = start; index < end; index++) {
    if ((logFlags[index]! & 7) < count) continue
    if (addresses && addresses[logAddresses[index]!] === 0) continue
    for (const { position, short, long } of positions) {
      const reference = logTopics[index * stride + position]!
      if ((reference & 1 ? short : long)[reference >>> 1] === 0) continue next
    }
    selected[size++] = index
  }
  return selected.subarray(0, size)
}

/** For each word of a table, 1 if it is one of `values`. */
function markWords(table: Uint32Array, width: number, values: readonly Uint32Array[]): Uint8Array {
  const marks = new Uint8Array(table.length / width)
  const isAt = (value: Uint32Array, at: number) => value.every((word, k) => table[at + k] === word)
  // The last 32 bits differ most, both for small numbers and for vanity addresses.
  if (values.length <= 4) {
    for (const value of values) {
      const end = value[width - 1]!
      for (let id = 0, at = 0; id < marks.length; id++, at += width)
        if (table[at + width - 1] === end && isAt(value, at)) marks[id] = 1
    }
    return marks
  }
  const byEnd = new Map<number, Uint32Array[]>()
  for (const value of values) {
    const same = byEnd.get(value[width - 1]!)
    if (same) same.push(value)
    else byEnd.set(value[width - 1]!, [value])
  }
  for (let id = 0, at = 0; id < marks.length; id++, at += width)
    if (byEnd.get(table[at + width - 1]!)?.some((value) => isAt(value, at))) marks[id] = 1
  return marks
}

/** Selects the logs of a segment that match a filter, in these blocks if given, without reading any log. */
export function selectLogs(segment: LogSegment, filter: Filter, blocks?: BlockInterval): LogSelection {
  const first = blocks ? segment.findBlock(blocks.from) : 0
  const end = blocks ? segment.findBlock(blocks.to + 1n) : segment.length
  const rows = selectRows(segment, filter, first, Math.max(first, end))
  return { segment, rows: rows.length === segment.length ? undefined : rows }
}
