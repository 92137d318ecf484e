import type { LocalFilter } from './LocalFilter.ts'
import type { LogRow } from './Log.ts'
import type { LogList } from './LogList.ts'
import { countLogs } from './LogSelection.ts'
import { matchesLocal } from './matchesLocal.ts'
import { compareLogs } from './order.ts'
import { PackedArgs } from './PackedArgs.ts'
import { packedFilter } from './packedFilter.ts'

type Rows = Pick<LogList<LogRow>, 'length' | 'at' | 'selections' | 'decoder'>

/** What `matchesLocal` does, by a log's place in its list: fast for places that follow each other, and without rows where logs are packed. */
export function localTest(logs: Rows, filters: readonly LocalFilter[]): (index: number) => boolean {
  if (filters.length === 0) return () => true
  const selections = logs.selections?.()
  if (!selections) {
    const isShown = matchesLocal(filters)
    return (index) => isShown(logs.at(index)!)
  }
  const { length, decoder } = logs
  const newestFirst = length > 1 && compareLogs(logs.at(0)!, logs.at(-1)!) > 0
  let end = 0
  const parts = selections.map((selection) => {
    const { segment, rows } = selection
    const start = end
    end += countLogs(selection)
    return { start, end, rows, segment, isShown: undefined as ((row: number) => boolean) | undefined }
  })
  let at = 0
  return (index) => {
    // Packed logs are oldest first, whichever way their list runs.
    const position = newestFirst ? length - 1 - index : index
    while (position < parts[at]!.start) at--
    while (position >= parts[at]!.end) at++
    const part = parts[at]!
    const { start, rows, segment } = part
    part.isShown ??= packedFilter(segment, new PackedArgs(segment, decoder), filters)
    return part.isShown(rows ? rows[position - start]! : position - start)
  }
}
