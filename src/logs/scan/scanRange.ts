import { NodeError } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { isArchiveReady } from '../archive/archiveCode.ts'
import { ChainCheck } from '../cache/ChainCheck.ts'
import type { ChainIdentity } from '../cache/identifyChain.ts'
import type { LogCache } from '../cache/LogCache.ts'
import { Finality } from '../chain/Finality.ts'
import { furthestHead } from '../chain/furthestHead.ts'
import type { ReportedHead } from '../chain/readHeader.ts'
import { resolveAgain, resolveRange, type ResolvedRange } from '../chain/resolveRange.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { earlier, later } from '../intervals.ts'
import { CachedLogs } from './CachedLogs.ts'
import { hasArchive, isUrgent, prepareArchive } from './findArchived.ts'
import { FirstRead } from './FirstRead.ts'
import { afterFront } from './frontBlocks.ts'
import { MissingReader, type MissingBlocks } from './MissingReader.ts'
import { lowestHead } from './read/endpointHeads.ts'
import { TailCheck } from './read/TailCheck.ts'
import { refuseReversed, type BlockRange } from './resolveToBlock.ts'
import { RowsLeft } from './RowsLeft.ts'
import type { ScanEvent, ScanEvents } from './ScanEvent.ts'
import type { HistoryOptions } from './ScanOptions.ts'

/**
 * Why a scan has to start over: the chain is another one, no node can confirm that it is the same, an endpoint serves another
 * network, the chain was reorganized, or an archive has other logs than the nodes.
 */
export type RestartReason = 'other-chain' | 'unknown-chain' | 'misled-chain' | 'reorg' | 'archive'

/** Beyond any block, and still a number that storage can represent. */
const maxBlock = 2n ** 53n - 1n

/**
 * Reads a range once. Returns why the scan must start over; `undefined` if all yielded events are valid.
 *
 * | step | yields | then |
 * |---|---|---|
 * | 1. cached logs where the query begins | `planned`, `logs` | ends if these are all that is wanted and the chain is the same |
 * | 2. read the head, confirm the chain, refresh finality, load the rest of the cache: all at once | if no node can be reached: what step 1 has skipped | ends if the chain is another one |
 * | 3. plan the blocks that are left | `reset` if newer blocks come before cached ones, `planned` | ends if there are none |
 * | 4. read them, from an archive where there is one | `logs`, `preview`, `failed` | ends at the query's limit |
 * | 5. compare the hashes of blocks that are not final, and some blocks of an archive with the nodes | | `reorg` or `archive` if they contradict each other |
 */
export function scanRange(
  pool: Pool,
  query: ParsedLogQuery,
  range: BlockRange,
  options: HistoryOptions,
): AsyncGenerator<ScanEvent, RestartReason | undefined, void> {
  return new RangeScan(pool, query, range, options).run()
}

class RangeScan {
  readonly #pool: Pool
  readonly #query: ParsedLogQuery
  readonly #range: BlockRange
  readonly #options: HistoryOptions
  readonly #finality: Finality
  readonly #newestFirst: boolean
  /** The range, if both ends are numbers. */
  readonly #fixed: BlockInterval | undefined
  /** The range to look up in the cache before the head is known, if that is possible. */
  readonly #reach: BlockInterval | undefined
  readonly #rows: RowsLeft
  readonly #cached: CachedLogs
  #chainCheck: ChainCheck | undefined
  #first: FirstRead | undefined
  /** Resolves when it is known which blocks are final. */
  #refreshing: Promise<unknown> | undefined
  /** Ends the requests of step 2. */
  readonly #preparing = new AbortController()
  readonly #preparingSignal: AbortSignal
  /** Ends the first read, and checks of blocks that are not final. */
  readonly #reading = new AbortController()
  readonly #readingSignal: AbortSignal

  constructor(pool: Pool, query: ParsedLogQuery, range: BlockRange, options: HistoryOptions) {
    this.#pool = pool
    this.#query = query
    this.#range = range
    this.#options = options
    this.#finality = Finality.of(pool)
    this.#newestFirst = query.order === 'desc'
    const [from, to] = [range.fromBlock, range.toBlock].map((end) => (end === 'earliest' ? 0n : end))
    this.#fixed = typeof from === 'bigint' && typeof to === 'bigint' ? { from, to } : undefined
    this.#reach =
      this.#fixed ?? (typeof from === 'bigint' && to === 'latest' ? { from, to: maxBlock } : undefined)
    this.#rows = new RowsLeft(query, options.wholeBlocks)
    this.#cached = new CachedLogs(pool, query, this.#rows, this.#fixed)
    const { signal } = options
    const { signal: preparing } = this.#preparing
    const { signal: reading } = this.#reading
    this.#preparingSignal = signal ? AbortSignal.any([signal, preparing]) : preparing
    this.#readingSignal = signal ? AbortSignal.any([signal, reading]) : reading
  }

  async *run(): ScanEvents<RestartReason | undefined> {
    const { cache, signal, isCacheOnly = false, isRefresh = false, needsHead = false } = this.#options
    const cached = this.#cached
    this.#chainCheck = cache && (await ChainCheck.start(this.#pool, cache))
    if (cache && this.#reach) await cached.find(cache, this.#reach, this.#preparingSignal)
    // Newer logs come first and are about to be read, or these blocks may be of another chain than the results they would replace.
    const isLater = (this.#chainCheck?.isDone ? cached.isEarly : isRefresh) && !isCacheOnly
    if (!isLater) yield* cached.yieldFront()
    if (isCacheOnly) return undefined
    if (cached.hasAll && !needsHead) {
      signal?.throwIfAborted()
      const identity = await this.#confirmCached()
      return identity === 'same' ? undefined : `${identity}-chain`
    }
    try {
      const prepared = await this.#prepare().catch((error: unknown) => ({ error }))
      if ('error' in prepared) {
        signal?.throwIfAborted()
        if (isLater && !isRefresh && !isWrongNetwork(prepared.error)) {
          cached.restart(signal)
          yield* cached.yieldFront()
        }
        throw prepared.error
      }
      const { resolved, identity } = prepared
      const isWrong = identity === 'other' || identity === 'misled'
      // An earlier read may have ended when it had yielded cached blocks, before it knew their chain.
      const isShown = isRefresh || cached.yielded
      if (isWrong || (identity === 'unknown' && isShown)) return `${identity}-chain`
      const missing = yield* this.#plan(resolved)
      if (missing === 'none') return undefined
      return yield* this.#read(missing, resolved.head, identity === 'same' ? cache : undefined)
    } finally {
      this.#reading.abort()
    }
  }

  /**
   * Step 2. The first blocks are requested as soon as the range is known, before the chain is confirmed. If its ends are numbers,
   * that is along with the head, provided that endpoints have shown these blocks before.
   */
  async #prepare() {
    const { cache, signal } = this.#options
    const own = this.#preparingSignal
    const fixed = this.#fixed
    // With a limit, the archive is needed only for some ranges.
    const isUndecided = this.#query.limit !== undefined && !isArchiveReady(this.#pool)
    if (!isUndecided) prepareArchive(this.#pool, signal)
    const shown = fixed && lowestHead(this.#pool)
    if (fixed && shown !== undefined && (!this.#newestFirst || fixed.to <= shown))
      this.#beginFirst({ requested: fixed, head: shown })
    const resolving = resolveRange(this.#pool, this.#range, own).then((resolved) => {
      if (isUndecided && !isUrgent(this.#pool, this.#query, resolved.requested))
        prepareArchive(this.#pool, signal)
      if (!this.#first) this.#beginFirst(resolved)
      return resolved
    })
    const refreshing =
      cache || (hasArchive(this.#pool) && !isUndecided)
        ? this.#finality.refresh(this.#pool, cache ? own : signal)
        : undefined
    // It may fail before it is awaited.
    refreshing?.catch(() => {})
    this.#refreshing = refreshing
    const [resolved, recognized] = await Promise.all([
      resolving.then((first) => this.#withFurthestHead(first, own)),
      this.#chainCheck?.identify(own, this.#options.isRefresh),
      // If nodes are read first, finality is needed only later, for the archive.
      resolving.then(() => (cache || !this.#first ? refreshing : undefined)),
      this.#cached.loadRest(),
    ]).finally(() => {
      // When one fails, the others are not needed.
      this.#preparing.abort()
    })
    const identity =
      recognized === 'same' ? await this.#chainCheck?.compareHead(resolved.head, signal) : recognized
    return { resolved, identity }
  }

  /** The first endpoint may be behind. Not asked when it has all requested blocks, or where only its tags tell which these are. */
  async #withFurthestHead(
    resolved: ResolvedRange & ReportedHead,
    signal: AbortSignal,
  ): Promise<ResolvedRange> {
    const { fromBlock, toBlock } = this.#range
    if ([fromBlock, toBlock].some((end) => end === 'safe' || end === 'finalized')) return resolved
    const isBeyond = typeof toBlock === 'bigint' && toBlock > resolved.head
    if (this.#fixed && !isBeyond) return resolved
    const head = await furthestHead(this.#pool, resolved, { signal, isNeeded: isBeyond })
    return head === resolved.head ? resolved : resolveAgain(this.#range, resolved, head)
  }

  /** Confirms the chain of a result that is all from the cache. */
  async #confirmCached(): Promise<ChainIdentity> {
    const { signal, isRefresh = false } = this.#options
    const check = this.#chainCheck
    if (!check) return 'unknown'
    if (!check.isDone) return check.identify(signal)
    if (!isRefresh) return 'same'
    return check.identify(signal, isRefresh).catch((error: unknown) => {
      signal?.throwIfAborted()
      // Final blocks stay as they are while no node can be reached.
      if (error instanceof NodeError && !isWrongNetwork(error)) return 'same'
      throw error
    })
  }

  #beginFirst(range: ResolvedRange): void {
    const { cache, control } = this.#options
    const cached = cache ? this.#cached.ranges : []
    // The archive may have these blocks.
    const waits = hasArchive(this.#pool) && !isUrgent(this.#pool, this.#query, range.requested)
    if (waits || this.#cached.yielded || !cached || control?.isPaused()) return
    this.#first = FirstRead.begin(this.#pool, this.#query.filter, {
      ...range,
      cached,
      newestFirst: this.#newestFirst,
      signal: this.#readingSignal,
    })
  }

  /** Step 3. Returns the blocks that are left, of which some may be cached. */
  async *#plan({ requested: resolved, head }: ResolvedRange): ScanEvents<BlockInterval | 'none' | undefined> {
    refuseReversed(this.#range, resolved)
    const { order, limit } = this.#query
    const { yielded, isEarly } = this.#cached
    // The endpoint may be behind the one that cached blocks came from.
    const newest = later(yielded?.to ?? head, head)
    const requested = this.#range.toBlock === 'latest' ? { from: resolved.from, to: newest } : resolved
    const blocks = { from: requested.from, to: earlier(requested.to, newest) }
    if (blocks.from > blocks.to) {
      yield { type: 'planned', range: undefined, requested, head, order, limit }
      return 'none'
    }
    const isOvertaken = yielded !== undefined && isEarly && newest > yielded.to
    if (isOvertaken) yield { type: 'reset', reason: 'head' }
    yield { type: 'planned', range: blocks, requested, head, order, limit }
    if (!yielded) return blocks
    const { isFull } = this.#rows
    if (!isOvertaken) return isFull ? undefined : afterFront(blocks, yielded, this.#newestFirst)
    this.#rows.restart()
    // The cache had as many rows as wanted: only newer blocks can have others.
    return isFull ? { from: yielded.from, to: blocks.to } : blocks
  }

  /** Steps 4 and 5. */
  async *#read(
    range: BlockInterval | undefined,
    head: bigint,
    cache: LogCache | undefined,
  ): ScanEvents<RestartReason | undefined> {
    const cached = this.#cached
    if (cache && range && !cached.ranges) {
      await cached.find(cache, range, this.#options.signal)
      await cached.loadRest()
    }
    const reader = new MissingReader(this.#pool, this.#query, this.#rows, this.#options, {
      range,
      head,
      cache,
      cached: cache ? cached.loaded : [],
      ...this.#beginning(range, head),
      refreshing: this.#refreshing,
    })
    return yield* reader.read()
  }

  /** What the rest begins with. If the head has risen since, a first read of blocks that are not final has to be repeated. */
  #beginning(range: BlockInterval | undefined, head: bigint): Pick<MissingBlocks, 'first' | 'tail'> {
    const first = this.#first
    if (!range) return { first, tail: undefined }
    if (first?.tail.range.to === range.to) return { first, tail: first.tail }
    const tail = new TailCheck(this.#pool, range, head, this.#readingSignal)
    if (!first) return { first: this.#cached.yielded ? undefined : 'few-blocks', tail }
    if (!first.tail.isReplaceable(first.range)) return { first, tail }
    return { first: first.repeated(tail, this.#finality.finalBlock(head)), tail }
  }
}

function isWrongNetwork(error: unknown): boolean {
  return error instanceof NodeError && error.kind === 'wrong-network'
}
