import type { LogRow } from '../../../logs/Log.ts'

/** The logs above and below one in display order; `undefined` at the ends, or if the log is not shown. */
export interface LogNeighbors {
  readonly previous: LogRow | undefined
  readonly next: LogRow | undefined
}
