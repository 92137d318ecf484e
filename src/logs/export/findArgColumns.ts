import { PackedArgs } from '../analyze/PackedArgs.ts'
import type { WordArg } from '../decode/WordArg.ts'
import { PackedCursor, type LogSource } from '../list/PackedCursor.ts'
import { ArgColumns } from './ArgColumns.ts'
import { readInSlices, type ExportLogList, type ReadInSlicesOptions } from './readInSlices.ts'

// Logs between two looks at the clock, each of which costs more than a log.
const logsPerLook = 1024

/**
 * Finds the argument columns of logs, in the order in which arguments first occur. Yields the number of logs read so
 * far, now and then. Decodes one log of each event, and every log whose event is not clear from its topics and data length.
 *
 * @throws the signal's reason once it fires.
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
    // All logs of an event have the same arguments, so one is enough.
    const first = readers[cursor.part]!.find(row, 0)
    const isNew = !first || !seen.has(first)
    if (isNew) {
      if (first) seen.add(first)
      const decoded = decoder?.decode({ topics: segment.topics(row), data: segment.data(row) })
      if (decoded) found.add(decoded)
    }
    if (!(isNew && pace.isDue) && (index + 1) % logsPerLook > 0 && index < length - 1) continue
    signal?.throwIfAborted()
    yield index + 1
    if (pace.isDue) await pace.rest()
    signal?.throwIfAborted()
  }
  return found
}
