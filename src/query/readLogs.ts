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
  /** The only blocks to read, when not all are wanted. */
  readonly wanted: BlockInterval | undefined
  /** Up to this block: newer ones are kept up to date by a follower. `undefined` when there is none. */
  readonly readTo: bigint | undefined
  /** The newest snapshot of the query: it may change while this reads, and what was changed stays. */
  readonly current: () => LogsSnapshot | undefined
  readonly publish: (snapshot: LogsSnapshot) => void
  /** Blocks that following the head has read since this began: what it found there stands. */
  readonly changed: () => IntervalSet
}

/** At most one new snapshot in this many milliseconds while a scan runs. */
const publishInterval = 250

/**
 * Scans, and publishes what has come so far. An earlier answer stays where the new one has nothing yet, so that what is
 * shown never becomes less.
 */
export async function readLogs(target: LogsTarget, context: ReadLogsContext): Promise<LogsSnapshot> {
  const { config, chainId, query } = target
  const { signal, control, current, publish } = context
  let earlier = current()
  const part = partOf(query, earlier, context)
  if (part === 'nothing') return earlier!
  let shown = earlier?.startingOver()
  let snapshot = LogsSnapshot.empty
  const combined = () => {
    const next = part
      ? (current() ?? LogsSnapshot.empty).mendedBy(snapshot.without(context.changed()))
      : earlier
        ? snapshot.over(earlier)
        : snapshot
    return (shown = shown ? next.notBefore(shown) : next)
  }

  let published = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  function tell() {
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
      // Rows of a chain that is gone are not shown on; those around a reorganisation are, until they have been read again.
      if (event.type === 'reset') {
        clearTimeout(timer)
        timer = undefined
        const before = combined()
        shown = undefined
        snapshot = LogsSnapshot.empty
        if (part) {
          // The rest may be of a chain that is gone as well: all of it is read.
          const isOther = event.reason === 'chain'
          publish(isOther ? snapshot : before.unclaimed())
          const readTo = isOther ? undefined : context.readTo
          return await readLogs(target, { ...context, wanted: undefined, readTo })
        }
        earlier =
          event.reason === 'chain' ? undefined : event.reason === 'reorg' ? before.unclaimed() : before
        continue
      }
      const hadRows = snapshot.count > 0
      snapshot = snapshot.with(event)
      const firstRows = !hadRows && snapshot.count > 0
      const wait = firstRows ? 0 : published + publishInterval - performance.now()
      if (wait <= 0) tell()
      else timer ??= setTimeout(tell, wait)
    }
    // A pause has nothing to hold back any more.
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
  // A whole answer takes the place of all that was there, also of what is not requested for any more.
  if (failure || part) return all.ended()
  return (shown ? snapshot.notBefore(shown) : snapshot).ended()
}

/** The same query of those blocks only that are to be read; `undefined` for all of them. */
function partOf(
  query: ParsedLogQuery,
  earlier: LogsSnapshot | undefined,
  { wanted, readTo }: ReadLogsContext,
): ParsedLogQuery | 'nothing' | undefined {
  const requested = earlier?.requested
  if (!requested || 'blockHash' in query.range || (!wanted && readTo === undefined)) return undefined
  const to = readTo !== undefined && readTo < requested.to ? readTo : requested.to
  // What lies beyond the question is no part of it.
  const [part] = intersect(
    toIntervalSet([wanted ?? requested]),
    toIntervalSet([{ from: requested.from, to }]),
  )
  return part ? withParts(query, { range: { fromBlock: part.from, toBlock: part.to } }) : 'nothing'
}
