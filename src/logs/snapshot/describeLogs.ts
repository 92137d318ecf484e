import type { Coverage } from '../Coverage.ts'

/**
 * The state of a list of logs as a whole.
 *
 * - `idle`: no query
 * - `loading`: being read, no logs yet
 * - `reading`: being read, with some logs
 * - `offline`: waiting for the browser to be online, no logs yet
 * - `paused`: reading is paused
 * - `complete`: every matching log is present
 * - `empty`: complete, without logs
 * - `undecodable`: complete, but every log was left out because it does not fit its event
 * - `awaiting`: all available blocks were read; the others do not exist yet, or are not final yet
 * - `incomplete`: no read in flight, but blocks are missing: they failed, or the scan was cancelled
 * - `failed`: the query failed; earlier logs stay
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
  /** The state of the query. */
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  /** How many logs there are. */
  readonly count: number
  /** How many were left out because they do not fit their event. @default 0 */
  readonly undecodable?: number | undefined
  readonly coverage?: Coverage | undefined
  /** Whether no log is missing, if known: a limit may have been reached. @default by `coverage` */
  readonly isComplete?: boolean | undefined
  /** The newest block that could be read: later ones are not available yet. */
  readonly head?: bigint | undefined
  /** Whether reading is paused. */
  readonly isScanPaused?: boolean | undefined
  /** Whether reading waits for the browser to be online. */
  readonly isOffline?: boolean | undefined
}

export interface LogsDescription {
  readonly phase: LogsPhase
  /** Whether the count includes every matching log: only then may "0 logs" be shown. */
  readonly isCounted: boolean
  /** Whether some blocks are an archive's: only its publisher knows that no log is missing. */
  readonly isArchived: boolean
  /** Whether logs are being read now. */
  readonly isBusy: boolean
}

/**
 * Decides which state to show for a query. The table, chart, groups, exports and status line all use it.
 *
 * | first that applies | phase |
 * |---|---|
 * | no query, no logs | `idle` |
 * | paused, with blocks left to read | `paused` |
 * | offline, no logs | `offline` |
 * | being read | `loading` without logs, else `reading` |
 * | the query failed | `failed` |
 * | nothing is missing | `complete`, or `empty` without logs, or `undecodable` if some were left out |
 * | only blocks above the head are missing | `awaiting` |
 * | else | `incomplete` |
 */
export function describeLogs(options: DescribeLogsOptions): LogsDescription {
  const { coverage, undecodable = 0 } = options
  const listed = phaseOf(options)
  const phase = listed === 'empty' && undecodable > 0 ? 'undecodable' : listed
  return {
    phase,
    isCounted: phase === 'complete' || phase === 'empty',
    isArchived: Boolean(coverage?.archived?.length),
    isBusy: phase === 'loading' || phase === 'reading',
  }
}

/** Whether a complete result ends at its limit: some blocks were not read, or their logs left out. */
export function isLimited(
  coverage: Coverage | undefined,
  progress: { readonly read?: bigint; readonly total?: bigint } | undefined,
): boolean {
  return (coverage?.trimmed.length ?? 0) > 0 || progress?.read !== progress?.total
}

/** The phase by the logs in the list alone. */
function phaseOf(options: DescribeLogsOptions): LogsPhase {
  const { status, count, coverage, isScanPaused = false } = options
  const isMissing = coverage !== undefined && coverage.pending.length + coverage.failed.length > 0
  const isComplete = options.isComplete ?? (status === 'success' && !isMissing)
  if (status === 'idle' && count === 0) return 'idle'
  if (isScanPaused && status === 'loading' && !isComplete) return 'paused'
  if (options.isOffline && count === 0 && !isComplete) return 'offline'
  // A list known to be empty stays so while it is read again.
  if (status === 'loading') return count > 0 ? 'reading' : options.isComplete ? 'empty' : 'loading'
  if (status === 'error') return 'failed'
  if (isComplete) return count > 0 ? 'complete' : 'empty'
  // Explicitly incomplete without a read in flight: only blocks above the head are pending.
  const { head } = options
  const isAwaiting =
    options.isComplete === false &&
    head !== undefined &&
    coverage?.pending.length &&
    coverage.failed.length === 0 &&
    coverage.pending.every(({ from }) => from > head)
  return isAwaiting ? 'awaiting' : 'incomplete'
}
