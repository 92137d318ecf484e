import { Finality } from '../logs/chain/Finality.ts'
import { blocksBeforeLatest } from '../logs/filter/relativeBlock.ts'
import { subtract } from '../logs/intervals.ts'
import type { IntervalSet } from '../logs/intervals.ts'
import type { ScanControl } from '../logs/scan/createScanControl.ts'
import { isArchiveRejected } from '../logs/scan/lazyArchive.ts'
import { readHistory } from '../logs/scan/readHistory.ts'
import type { ScanEvent } from '../logs/scan/ScanEvent.ts'
import { slideWindow } from '../logs/snapshot/applyFollowChange.ts'
import { layOver, removeBlocks, replaceBlocks } from '../logs/snapshot/combineReads.ts'
import { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import type { Pool } from '../rpc/Pool.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import type { LogsTarget } from './followLogs.ts'
import { planRead } from './planRead.ts'
import type { ReadRequest } from './planRead.ts'

export interface ReadLogsContext extends ReadRequest {
  readonly signal: AbortSignal
  readonly control: ScanControl
  /** The newest snapshot of the query, which a follower may change during the read. */
  readonly current: () => LogsSnapshot | undefined
  /** Whether the newest snapshot was read elsewhere: on a server, or before the page was loaded. */
  readonly isHydrated?: boolean | undefined
  readonly publish: (snapshot: LogsSnapshot) => void
  /** Blocks that a follower has read since this read began: its logs take precedence. */
  readonly changed: () => IntervalSet
}

/** Minimum milliseconds between two published snapshots. */
const publishInterval = 250

/**
 * Scans a query and publishes snapshots on the way. Earlier logs stay until they have been read again, so that a refetch
 * never shows fewer.
 */
export async function readLogs(target: LogsTarget, context: ReadLogsContext): Promise<LogsSnapshot> {
  const { config, chainId, isPaged = false } = target
  const { signal, control, publish } = context
  const pool = getPool(config.getClient(chainId))
  const current = () => {
    const newest = context.current()
    return isArchiveRejected(pool) ? newest?.withoutArchived() : newest
  }
  let earlier = current()
  if (context.isHydrated && earlier) cacheHydrated(target, pool, earlier)
  if (isPaged) earlier = earlier?.ended()
  const read = planRead(target, earlier, context)
  if (read === 'nothing') return earlier!
  const { query, isPart = false, isNextPage = false } = read
  const nothing = LogsSnapshot.empty.withPages(read.pages)
  if (isNextPage) publish((earlier = earlier!.withOpenPage()))
  let shown = earlier?.withoutProgress()
  let snapshot = nothing
  const combined = () => {
    const next = isPart
      ? replaceBlocks(
          current() ?? LogsSnapshot.empty,
          removeBlocks(snapshot, context.changed()),
          earlier?.rejected,
        )
      : earlier
        ? layOver(snapshot, earlier)
        : snapshot
    return (shown = shown ? next.withProgressOf(shown) : next)
  }

  let published = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  function publishNow() {
    clearTimeout(timer)
    timer = undefined
    published = performance.now()
    const next = combined()
    // While the scan finds out that it has to start over.
    publish(isArchiveRejected(pool) ? next.withoutArchived() : next)
  }

  try {
    const events = readHistory(config.getClient(chainId), query, {
      signal,
      cache: config.cache,
      control,
      wholeBlocks: isPaged,
    })
    for await (const scanned of events) {
      const event = isPaged ? withoutLimit(scanned) : scanned
      // Rows of another chain or a wrong archive disappear at once; rows around a reorg stay until they have been read again.
      if (event.type === 'reset') {
        clearTimeout(timer)
        timer = undefined
        const before = combined()
        shown = undefined
        snapshot = nothing
        const isOther = event.reason === 'chain'
        const left = event.reason === 'archive' ? before.withoutArchived() : before.withoutCoverage()
        if (isPart || (isOther && read.pages?.starts.length)) {
          // The other blocks may be of the old chain as well: read everything.
          publish(isOther ? LogsSnapshot.empty : left.ended())
          const readTo = isOther ? undefined : context.readTo
          const all = await readLogs(target, {
            ...context,
            isHydrated: false,
            wanted: undefined,
            nextPage: false,
            readTo,
          })
          if (!isNextPage || isOther) return all
          publish(all)
          return await readLogs(target, { ...context, isHydrated: false })
        }
        earlier = isOther ? undefined : event.reason === 'head' ? before : left
        if (event.reason !== 'head') publish(earlier ?? nothing)
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
  const [failure] = isNextPage ? snapshot.coverage.failed : all.coverage.failed
  const nothingRead = snapshot.coverage.verified.length === 0 && snapshot.coverage.trimmed.length === 0
  if (failure && (all.count === 0 || (nothingRead && (!isPart || isNextPage)))) {
    publish(isNextPage ? all.ended() : all)
    throw failure.error
  }
  // A complete result also replaces earlier blocks that the query no longer includes.
  const result = failure || isPart ? all : shown ? snapshot.withProgressOf(shown) : snapshot
  // Pages end above the blocks that left a relative range.
  const { range } = target.query
  const window = !isPaged || 'blockHash' in range ? undefined : blocksBeforeLatest(range.fromBlock)
  return slideWindow(result.ended(), window)
}

function withoutLimit(event: ScanEvent): ScanEvent {
  return event.type === 'planned' ? { ...event, limit: undefined } : event
}

/**
 * Caches the final blocks of a dehydrated or persisted result, so that a scan does not read them again. The scan compares the hash
 * of the highest one with the chain, as it does with all that was cached before the page was loaded. Blocks of an archive are
 * left out: the cache has only what nodes have sent.
 */
function cacheHydrated({ config, chainId, query }: LogsTarget, pool: Pool, snapshot: LogsSnapshot): void {
  const { head, coverage, held } = snapshot
  // Its logs were packed together when it was restored.
  const [logs] = held
  if (head === undefined || !logs || 'blockHash' in query.range) return
  const finalTo = Finality.of(pool).finalBlock(head)
  for (const { from, to } of subtract(coverage.verified, coverage.archived ?? [])) {
    if (from > finalTo) break
    const range = { from, to: to < finalTo ? to : finalTo }
    config.cache.add(chainId, query.filter, range, logs.segment, { final: true })
  }
}
