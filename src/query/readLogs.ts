import type { BlockInterval } from '../logs/Coverage.ts'
import type { ScanControl } from '../logs/scan/createScanControl.ts'
import { intersect, toIntervalSet } from '../logs/intervals.ts'
import type { IntervalSet } from '../logs/intervals.ts'
import { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { withParts } from '../logs/filter/ParsedLogQuery.ts'
import type { ParsedLogQuery } from '../logs/filter/ParsedLogQuery.ts'
import { scan } from '../logs/scan/scan.ts'
import type { LogsTarget } from './followLogs.ts'

export interface ReadLogsContext {
  readonly signal: AbortSignal
  readonly control: ScanControl
  /** The only blocks to read; `undefined` for all. */
  readonly wanted: BlockInterval | undefined
  /** The last block to read while a follower keeps newer ones up to date; `undefined` without a follower. */
  readonly readTo: bigint | undefined
  /** The newest snapshot of the query, which a follower may change during the read. */
  readonly current: () => LogsSnapshot | undefined
  readonly publish: (snapshot: LogsSnapshot) => void
  /** Blocks that a follower has read since this read began: its logs take precedence. */
  readonly changed: () => IntervalSet
}

/** Least milliseconds between two published snapshots. */
const publishInterval = 250

/**
 * Scans a query and publishes snapshots on the way. Earlier logs stay until they have been read again, so that a refetch
 * never shows fewer.
 */
export async function readLogs(target: LogsTarget, context: ReadLogsContext): Promise<LogsSnapshot> {
  const { config, chainId, query } = target
  const { signal, control, current, publish } = context
  let earlier = current()
  const part = partOf(query, earlier, context)
  if (part === 'nothing') return earlier!
  let shown = earlier?.withoutProgress()
  let snapshot = LogsSnapshot.empty
  const combined = () => {
    const next = part
      ? (current() ?? LogsSnapshot.empty).replacedBy(snapshot.without(context.changed()))
      : earlier
        ? snapshot.over(earlier)
        : snapshot
    return (shown = shown ? next.withProgressOf(shown) : next)
  }

  let published = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  function publishNow() {
    clearTimeout(timer)
    timer = undefined
    published = performance.now()
    publish(combined())
  }

  try {
    const events = scan(config.getClient(chainId), part ?? query, {
      signal,
      cache: config.cache,
      control,
    })
    for await (const event of events) {
      // Rows of another chain disappear at once; rows around a reorg stay until they have been read again.
      if (event.type === 'reset') {
        clearTimeout(timer)
        timer = undefined
        const before = combined()
        shown = undefined
        snapshot = LogsSnapshot.empty
        if (part) {
          // The other blocks may be of the old chain as well: everything is read.
          const isOther = event.reason === 'chain'
          publish(isOther ? snapshot : before.withoutCoverage())
          const readTo = isOther ? undefined : context.readTo
          return await readLogs(target, { ...context, wanted: undefined, readTo })
        }
        earlier =
          event.reason === 'chain' ? undefined : event.reason === 'reorg' ? before.withoutCoverage() : before
        continue
      }
      const hadRows = snapshot.count > 0
      snapshot = snapshot.with(event)
      const firstRows = !hadRows && snapshot.count > 0
      const wait = firstRows ? 0 : published + publishInterval - performance.now()
      if (wait <= 0) publishNow()
      else timer ??= setTimeout(publishNow, wait)
    }
    // The scan is over: a pause has no effect any more.
    control.resume()
  } finally {
    clearTimeout(timer)
  }
  const all = combined()
  const [failure] = all.coverage.failed
  const nothingRead = snapshot.coverage.verified.length === 0 && snapshot.coverage.trimmed.length === 0
  if (failure && (all.count === 0 || (nothingRead && !part))) {
    publish(all)
    throw failure.error
  }
  // A complete result also replaces earlier blocks that the query no longer includes.
  if (failure || part) return all.ended()
  return (shown ? snapshot.withProgressOf(shown) : snapshot).ended()
}

/** The query limited to the blocks to read; `undefined` for all blocks. */
function partOf(
  query: ParsedLogQuery,
  earlier: LogsSnapshot | undefined,
  { wanted, readTo }: ReadLogsContext,
): ParsedLogQuery | 'nothing' | undefined {
  const requested = earlier?.requested
  if (!requested || 'blockHash' in query.range || (!wanted && readTo === undefined)) return undefined
  const to = readTo !== undefined && readTo < requested.to ? readTo : requested.to
  // The wanted blocks may reach beyond the query.
  const [part] = intersect(
    toIntervalSet([wanted ?? requested]),
    toIntervalSet([{ from: requested.from, to }]),
  )
  return part ? withParts(query, { range: { fromBlock: part.from, toBlock: part.to } }) : 'nothing'
}
