import { isArchiveRejected } from '../logs/archive/archiveCode.ts'
import { chainOf } from '../logs/cache/KnownChain.ts'
import { Finality } from '../logs/chain/Finality.ts'
import type { RangeLogs } from '../logs/columns/RangeLogs.ts'
import { blocksBeforeLatest } from '../logs/filter/relativeBlock.ts'
import { subtract, type IntervalSet } from '../logs/intervals.ts'
import type { ScanControl } from '../logs/scan/createScanControl.ts'
import { readHistory } from '../logs/scan/readHistory.ts'
import type { ScanEvent } from '../logs/scan/ScanEvent.ts'
import { slideWindow } from '../logs/snapshot/applyFollowChange.ts'
import { applyScanEvent } from '../logs/snapshot/applyScanEvent.ts'
import { layOver, removeBlocks, replaceBlocks } from '../logs/snapshot/combineReads.ts'
import { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { withoutLimit } from '../logs/snapshot/pages.ts'
import type { Pool } from '../rpc/Pool.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import type { ReadSource } from './followLogs.ts'
import type { LogsTarget } from './LogsConfig.ts'
import { planRead, type PlannedRead, type ReadRequest } from './planRead.ts'

export interface ReadQueryContext extends Omit<ReadRequest, 'finalTo' | 'recent'> {
  /** The newest blocks with all their logs, if a follower has read them. */
  readonly recent?: () => RangeLogs | undefined
  /** Whether what was read before was read just now. */
  readonly isFresh?: boolean
  readonly signal: AbortSignal
  readonly control: ScanControl
  /** Whether the query is followed: then its head must be known, and a pause outlasts the read. */
  readonly isLive: () => boolean
  /** The newest snapshot of the query, which a follower may change during the read. */
  readonly current: () => LogsSnapshot | undefined
  readonly source: ReadSource
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
export async function readQuery(target: LogsTarget, context: ReadQueryContext): Promise<LogsSnapshot> {
  const pool = getPool(target.config.getClient(target.chainId))
  const { source } = context
  const { isReplaced } = source.chain ?? {}
  source.chain = chainOf(pool)
  if (isReplaced) return readWhole(target, context, LogsSnapshot.empty)
  const current = () => {
    const newest = context.current()
    return isArchiveRejected(pool) ? newest?.withoutArchived() : newest
  }
  const before = current()
  if (context.isHydrated && before) cacheHydrated(target, pool, before)
  const earlier = target.isPaged ? before?.ended() : before
  const finality = BigInt(pool.network.finality)
  const finalTo = earlier?.readHead === undefined || context.isFresh ? undefined : earlier.readHead - finality
  const recent = context.nextPage ? context.recent?.() : undefined
  const plan = planRead(target, earlier, { ...context, finalTo, recent })
  if (plan === 'nothing') return earlier!
  if (plan === 'newer pages first') {
    const newer = { from: earlier!.pageBounds!.starts.at(-1)!, to: earlier!.requested!.to }
    // What is published below was read here.
    const own = { ...context, readTo: undefined, isHydrated: false }
    context.publish(await readQuery(target, { ...own, nextPage: false, wanted: newer }))
    return readQuery(target, { ...own, isFresh: true })
  }
  return new QueryRead(target, { ...context, current }, pool, plan, { earlier, finalTo }).run()
}

/** Reads the query as a whole, over what is left of earlier reads. */
function readWhole(target: LogsTarget, context: ReadQueryContext, left: LogsSnapshot): Promise<LogsSnapshot> {
  context.publish(left)
  // Without earlier blocks, there is no follower.
  const readTo = left.requested && context.readTo
  return readQuery(target, { ...context, wanted: undefined, nextPage: false, isHydrated: false, readTo })
}

/** What was read before, and its last final block. */
interface EarlierRead {
  readonly earlier: LogsSnapshot | undefined
  readonly finalTo: bigint | undefined
}

/** One read of a query, as planned. */
class QueryRead {
  readonly #target: LogsTarget
  readonly #context: ReadQueryContext
  readonly #pool: Pool
  readonly #plan: PlannedRead
  /** What was read before, until it has been read again. */
  #earlier: LogsSnapshot | undefined
  /** Later blocks may have been replaced since they were read before. */
  readonly #finalTo: bigint | undefined
  /** What this read has found. */
  #found: LogsSnapshot
  /** The last combination of both: its progress must not decrease. */
  #shown: LogsSnapshot | undefined
  #publishedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    target: LogsTarget,
    context: ReadQueryContext,
    pool: Pool,
    plan: PlannedRead,
    { earlier, finalTo }: EarlierRead,
  ) {
    this.#target = target
    this.#context = context
    this.#pool = pool
    this.#plan = plan
    this.#earlier = plan.isNextPage ? withNextPage(earlier!, plan) : earlier
    this.#finalTo = finalTo
    this.#shown = this.#earlier?.withoutProgress()
    this.#found = this.#nothing
  }

  async run(): Promise<LogsSnapshot> {
    const { config, chainId, isPaged = false } = this.#target
    const { signal, control, isLive, publish } = this.#context
    const { query, isNextPage } = this.#plan
    if (isNextPage) publish(this.#earlier!)
    const isRefresh = this.#earlier?.requested !== undefined && !isNextPage
    const options = {
      signal,
      control,
      cache: config.cache,
      // The first page had to know it.
      needsHead: isLive() && !isNextPage,
      wholeBlocks: isPaged,
      isRefresh,
    }
    try {
      for await (const event of query ? readHistory(config.getClient(chainId), query, options) : []) {
        if (event.type !== 'reset') this.#add(isPaged ? withoutLimit(event) : event)
        else if (this.#mustStartOver(event.reason)) return await this.#startOver(event.reason)
        else this.#reset(event.reason)
      }
      // The scan is over: only live updates can still be paused.
      if (!isLive()) control.resume()
    } catch (error) {
      // What was found before is shown beside the error.
      if (this.#timer !== undefined && !signal.aborted) this.#publishNow()
      throw error
    } finally {
      this.#cancelPublishing()
    }
    return this.#finish()
  }

  /** A snapshot of this read before it has found anything. */
  get #nothing(): LogsSnapshot {
    return LogsSnapshot.empty.withPages(this.#plan.pages)
  }

  #add(event: ScanEvent): void {
    const hadRows = this.#found.count > 0
    this.#found = applyScanEvent(this.#found, event)
    const isFirst = !hadRows && this.#found.count > 0
    const wait = isFirst ? 0 : this.#publishedAt + publishInterval - performance.now()
    if (wait <= 0) this.#publishNow()
    else this.#timer ??= setTimeout(() => this.#publishNow(), wait)
  }

  /** What this read has found, over what was read before. */
  #combine(): LogsSnapshot {
    const { current, changed } = this.#context
    const earlier = this.#earlier
    const found = this.#found
    const next = this.#plan.isPart
      ? replaceBlocks(current() ?? LogsSnapshot.empty, removeBlocks(found, changed()), earlier?.rejected)
      : earlier
        ? layOver(found, earlier, this.#finalTo)
        : found
    return (this.#shown = this.#shown ? next.withProgressOf(this.#shown) : next)
  }

  #publishNow(): void {
    this.#cancelPublishing()
    this.#publishedAt = performance.now()
    const next = this.#combine()
    // The scan does not know yet that it has to start over.
    this.#context.publish(isArchiveRejected(this.#pool) ? next.withoutArchived() : next)
  }

  #cancelPublishing(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Whether blocks outside this read are wrong as well: the query has to be read as a whole. */
  #mustStartOver(reason: ResetReason): boolean {
    const hasPages = this.#plan.pages !== undefined && this.#plan.pages.starts.length > 0
    return this.#plan.isPart === true || (reason === 'chain' && hasPages)
  }

  /** The scan starts over. Discards what it has found, and returns what was combined with it. */
  #discardFound(): LogsSnapshot {
    this.#context.source.chain = chainOf(this.#pool)
    this.#cancelPublishing()
    const before = this.#combine()
    this.#shown = undefined
    this.#found = this.#nothing
    return before
  }

  /** Rows of another chain or a wrong archive disappear at once; rows around a reorg stay until they have been read again. */
  #reset(reason: ResetReason): void {
    const before = this.#discardFound()
    if (reason === 'chain') this.#earlier = undefined
    else this.#earlier = reason === 'head' ? before : withoutWrong(before, reason)
    if (reason !== 'head') this.#context.publish(this.#earlier ?? this.#nothing)
  }

  /** Reads the query as a whole, then the next page if this read was for one. */
  async #startOver(reason: ResetReason): Promise<LogsSnapshot> {
    const before = this.#discardFound()
    const isOtherChain = reason === 'chain'
    const left = isOtherChain ? LogsSnapshot.empty : withoutWrong(before, reason).ended()
    const all = await readWhole(this.#target, this.#context, left)
    if (!this.#plan.isNextPage || isOtherChain) return all
    this.#context.publish(all)
    return readQuery(this.#target, { ...this.#context, isHydrated: false })
  }

  /**
   * The result of the read.
   *
   * @throws the first failure if there is nothing to show instead.
   */
  #finish(): LogsSnapshot {
    const { isPart = false, isNextPage = false } = this.#plan
    const { query, isPaged = false } = this.#target
    const found = this.#found
    const all = this.#combine()
    const [failure] = isNextPage ? found.coverage.failed : all.coverage.failed
    const hasReadNothing = found.coverage.verified.length === 0 && found.coverage.trimmed.length === 0
    if (failure && (all.count === 0 || (hasReadNothing && (!isPart || isNextPage)))) {
      this.#context.publish(isNextPage ? all.ended() : all)
      throw failure.error
    }
    // A complete result also replaces earlier blocks that the query no longer includes.
    const result = failure || isPart ? all : this.#shown ? found.withProgressOf(this.#shown) : found
    // Pages end above the blocks that left a relative range.
    const { range } = query
    const window = !isPaged || 'blockHash' in range ? undefined : blocksBeforeLatest(range.fromBlock)
    return slideWindow(result.ended(), window)
  }
}

type ResetReason = Extract<ScanEvent, { type: 'reset' }>['reason']

/** A snapshot without what a reset has refuted: logs of a wrong archive, or that blocks are complete. */
function withoutWrong(snapshot: LogsSnapshot, reason: ResetReason): LogsSnapshot {
  return reason === 'archive' ? snapshot.withoutArchived() : snapshot.withoutCoverage()
}

/** A snapshot with the next page, which has the blocks that are known already. */
function withNextPage(snapshot: LogsSnapshot, { known }: PlannedRead): LogsSnapshot {
  const open = snapshot.withOpenPage()
  if (!known) return open
  const { order, head } = snapshot
  const { range } = known
  const planned = { type: 'planned', range, requested: range, head, order, limit: undefined } as const
  return replaceBlocks(open, applyScanEvent(applyScanEvent(LogsSnapshot.empty, planned), known))
}

/**
 * Caches the final blocks of a dehydrated or persisted result, so that a scan does not read them again. The scan compares the hash
 * of the highest one with the chain, as it does with all that was cached before the page was loaded. Blocks of an archive are
 * left out: the cache has only what nodes have sent. So are results with a limit that counts decodable logs, which lack the others.
 */
function cacheHydrated({ config, chainId, query }: LogsTarget, pool: Pool, snapshot: LogsSnapshot): void {
  const { readHead, coverage, held } = snapshot
  // Its logs were packed together when it was restored.
  const [logs] = held
  if (readHead === undefined || !logs || query.json.counts || 'blockHash' in query.range) return
  const finalTo = Finality.of(pool).finalBlock(readHead)
  for (const { from, to } of subtract(coverage.verified, coverage.archived ?? [])) {
    if (from > finalTo) break
    const range = { from, to: to < finalTo ? to : finalTo }
    config.cache.add(chainId, query.filter, range, logs.segment, { final: true })
  }
}
