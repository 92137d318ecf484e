import type { LogSelection } from '../columns/LogSelection.ts'
import { readSelection } from '../columns/readSelection.ts'
import type { WindowLogs } from './Tail.ts'

/** What was read, with its logs as objects. */
export function toWindow(selection: LogSelection): WindowLogs {
  return { selection, logs: readSelection(selection) }
}
