import type { LogRow } from '../../../logs/Log.ts'

/** The logs above and below one, as a table shows them; `undefined` at its ends, and where it does not show the log. */
export interface LogNeighbours {
  readonly previous: LogRow | undefined
  readonly next: LogRow | undefined
}
