import type { LocalFilter } from '../filter/LocalFilter.ts'
import { PackedCursor, type LogSource } from '../list/PackedCursor.ts'
import { matchesLocal } from './matchesLocal.ts'
import { PackedArgs } from './PackedArgs.ts'
import { packedFilter } from './packedFilter.ts'

/** `matchesLocal` by a log's index in its list. Creates no rows for packed logs. */
export function localTest(logs: LogSource, filters: readonly LocalFilter[]): (index: number) => boolean {
  if (filters.length === 0) return () => true
  const cursor = PackedCursor.of(logs)
  if (!cursor) {
    const isShown = matchesLocal(filters)
    return (index) => isShown(logs.at(index)!)
  }
  const tests: ((row: number) => boolean)[] = []
  return (index) => {
    cursor.moveTo(index)
    const { segment } = cursor.parts[cursor.part]!
    const isShown = (tests[cursor.part] ??= packedFilter(
      segment,
      new PackedArgs(segment, logs.decoder),
      filters,
    ))
    return isShown(cursor.row)
  }
}
