import type { RawLog } from '../Log.ts'
import { countLogs } from './LogSelection.ts'
import type { LogSelection } from './LogSelection.ts'

/** The selected logs, made anew: nothing remembers them, as the rows of a list are remembered. */
export function readSelection(selection: LogSelection): readonly RawLog[] {
  const { segment, rows } = selection
  return Array.from({ length: countLogs(selection) }, (_, at) => segment.get(rows ? rows[at]! : at))
}
