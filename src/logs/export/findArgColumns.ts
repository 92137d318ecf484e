import type { WordArg } from '../decode/WordArg.ts'
import { PackedArgs } from '../analyse/PackedArgs.ts'
import { PackedCursor } from '../list/PackedCursor.ts'
import type { LogSource } from '../list/PackedCursor.ts'
import { ArgColumns } from './ArgColumns.ts'
import { readInSlices } from './readInSlices.ts'
import type { ExportLogList, ReadInSlicesOptions } from './readInSlices.ts'

// Only to look costs next to nothing: the clock is asked this seldom.
const mostLooks = 1024

/**
 * The columns of what logs say, in the order in which arguments first occur.
 * Gives how many logs have been looked at, now and then. Packed logs are decoded only where their event does not show
 * in their topics and the length of their data, and else once for each event.
 *
 * @throws the signal's reason when it fired.
 */
export async function* findArgColumns(
  list: ExportLogList,
  options: ReadInSlicesOptions,
): AsyncGenerator<number, ArgColumns, undefined> {
  const { pace, where, signal } = options
  const found = new ArgColumns()
  const source: LogSource = list
  const cursor = where ? undefined : PackedCursor.of(source)
  if (!cursor) {
    for await (const { logs, read } of readInSlices(list, options)) {
      for (const { decoded } of logs) if (decoded) found.add(decoded)
      yield read
    }
    return found
  }

  const { length, decoder } = source
  const seen = new Set<WordArg>()
  const readers = cursor.parts.map(({ segment }) => new PackedArgs(segment, decoder))
  for (let index = 0; index < length; index++) {
    cursor.moveTo(index)
    const { segment } = cursor.parts[cursor.part]!
    const { row } = cursor
    // Arguments are shared by all rows of an event, so one row is enough.
    const first = readers[cursor.part]!.find(row, 0)
    const isNew = !first || !seen.has(first)
    if (isNew) {
      if (first) seen.add(first)
      const decoded = decoder?.decode({ topics: segment.topics(row), data: segment.data(row) })
      if (decoded) found.add(decoded)
    }
    if (!(isNew && pace.isDue) && (index + 1) % mostLooks > 0 && index < length - 1) continue
    signal?.throwIfAborted()
    yield index + 1
    if (pace.isDue) await pace.rest()
    signal?.throwIfAborted()
  }
  return found
}
