import type { Coverage } from '../Coverage.ts'
import type { FollowStatus } from '../follow/FollowState.ts'

/**
 * What may be said of a list of logs as a whole.
 *
 * - `idle`: nothing was asked
 * - `loading`: being read, no log yet
 * - `reading`: being read, some logs are there
 * - `offline`: it would be read, but the browser is offline; no log yet
 * - `paused`: it would be read, but is held back
 * - `complete`: every log that was asked for is there
 * - `empty`: complete, and there is none
 * - `undecodable`: complete, but every log was left out because its event does not fit it
 * - `awaiting`: all blocks that exist were read; the others are not there yet
 * - `incomplete`: nothing is being read, and blocks are missing: they failed, or the scan was ended
 * - `failed`: the request as a whole failed; logs from before stay
 */
export type LogsPhase =
  | 'idle'
  | 'loading'
  | 'reading'
  | 'offline'
  | 'paused'
  | 'complete'
  | 'empty'
  | 'undecodable'
  | 'awaiting'
  | 'incomplete'
  | 'failed'

export interface DescribeLogsOptions {
  /** What the request for them is doing. */
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  /** How many there are. */
  readonly count: number
  /** How many were left out because their event does not fit them. @default 0 */
  readonly undecodable?: number | undefined
  readonly coverage?: Coverage | undefined
  /** Whether nothing is missing, where it is known: a limit may have been reached. @default by `coverage` */
  readonly isComplete?: boolean | undefined
  /** The newest block a node has shown, by which blocks that are not there yet are told from those that were not read. */
  readonly head?: bigint | undefined
  /** Whether reading is held back. */
  readonly isPaused?: boolean | undefined
  /** Whether reading waits for the browser to be online. */
  readonly isOffline?: boolean | undefined
  /** Live status, while it is followed. */
  readonly live?: FollowStatus | undefined
}

export interface LogsDescription {
  readonly phase: LogsPhase
  /** Whether the count is that of all logs that were asked for: only then may "0 logs" be said. */
  readonly isCounted: boolean
  /** Whether newer logs may be missing, because no endpoint has answered for too long. */
  readonly isStale: boolean
  /** Whether logs are being looked for now. */
  readonly isBusy: boolean
}

/**
 * The one place where it is decided what is said of a query: the table, the chart, groups, exports and the status line all
 * ask here.
 *
 * | first that applies | phase |
 * |---|---|
 * | not asked, no log | `idle` |
 * | held back, and there is something to read | `paused` |
 * | offline, no log | `offline` |
 * | being read | `loading` without a log, else `reading` |
 * | failed as a whole | `failed` |
 * | nothing is missing | `complete`; without a log `empty`, or `undecodable` where some were left out |
 * | only blocks that do not exist yet are missing | `awaiting` |
 * | else | `incomplete` |
 */
export function describeLogs(options: DescribeLogsOptions): LogsDescription {
  const phase = phaseOf(options)
  const { live } = options
  return {
    phase,
    isCounted: phase === 'complete' || phase === 'empty',
    isStale: live === 'stale',
    isBusy: phase === 'loading' || phase === 'reading',
  }
}

function phaseOf(options: DescribeLogsOptions): LogsPhase {
  const phase = phaseOfLogs(options)
  return phase === 'empty' && options.undecodable ? 'undecodable' : phase
}

function phaseOfLogs(options: DescribeLogsOptions): LogsPhase {
  const { status, count, coverage, isPaused = false } = options
  const isMissing = coverage !== undefined && coverage.pending.length + coverage.failed.length > 0
  const isComplete = options.isComplete ?? (status === 'success' && !isMissing)
  if (status === 'idle' && count === 0) return 'idle'
  if (isPaused && status === 'loading' && !isComplete) return 'paused'
  if (options.isOffline && count === 0 && !isComplete) return 'offline'
  // Known to be empty, it stays so while that is confirmed.
  if (status === 'loading') return count > 0 ? 'reading' : options.isComplete ? 'empty' : 'loading'
  if (status === 'error') return 'failed'
  if (isComplete) return count > 0 ? 'complete' : 'empty'
  // Whoever says that it is not complete, though nothing is being read, has left nothing pending but what is to come.
  const { head = -1n } = options
  const awaits =
    options.isComplete === false &&
    coverage?.pending.length &&
    coverage.failed.length === 0 &&
    coverage.pending.every(({ from }) => from > head)
  return awaits ? 'awaiting' : 'incomplete'
}
