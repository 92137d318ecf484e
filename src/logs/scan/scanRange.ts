import type { Pool } from '../../rpc/Pool.ts'
import type { CachedBlocks, LogCache } from '../cache/LogCache.ts'
import { startChainCheck } from '../cache/startChainCheck.ts'
import type { ChainCheck } from '../cache/startChainCheck.ts'
import { Finality } from '../chain/Finality.ts'
import { resolveRange } from '../chain/resolveRange.ts'
import type { ResolvedRange } from '../chain/resolveRange.ts'
import { countLogs } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { countBlocks } from '../intervals.ts'
import { chooseBlockRange } from './chunks/endpointLimits.ts'
import { findArchived, prepareArchive } from './findArchived.ts'
import type { ArchivedBlocks } from './findArchived.ts'
import { FirstRead } from './FirstRead.ts'
import { afterFront, frontOf, isSameRange } from './frontBlocks.ts'
import { isArchiveReady } from './lazyArchive.ts'
import { lowestHead } from './read/endpointHeads.ts'
import type { BlockRange } from './resolveToBlock.ts'
import { ScanCacheWriter } from './ScanCacheWriter.ts'
import type { ScanEvent } from './ScanEvent.ts'
import type { ScanOptions } from './ScanOptions.ts'
import { ScanRun } from './ScanRun.ts'
import type { ScanRunOptions } from './ScanRun.ts'
import { SpotChecks } from './SpotChecks.ts'
import { toLogsEvent, toPreviewEvent } from './toLogsEvent.ts'

/**
 * Why a scan has to start over: the chain is another one, no node can confirm that it is the same, it was reorganized, or an
 * archive has other logs than the nodes.
 */
export type RestartReason = 'other-chain' | 'unknown-chain' | 'reorg' | 'archive'

/** Calls to nodes below which an archive is waited for, even if the first few rows are all that is wanted. */
const manyCalls = 10
/** Blocks that nodes commonly read in a call. */
const usualBlockRange = 10_000

/** Beyond any block, and still a number that storage can represent. */
const maxBlock = 2n ** 53n - 1n

/**
 * Reads a range once. Returns why the scan must start over; `undefined` if all yielded events are valid.
 *
 * | step | yields | then |
 * |---|---|---|
 * | 1. cached logs where the query begins | `planned`, `logs` | ends if these are all that is wanted and the chain is the same |
 * | 2. read the head, confirm the chain, refresh finality, load the rest of the cache: all at once | | ends if the chain is another one |
 * | 3. plan the blocks that are left | `reset` if newer blocks come before cached ones, `planned` | ends if there are none |
 * | 4. read them, from an archive where there is one | `logs`, `preview`, `failed` | ends at the query's limit |
 * | 5. compare the hashes of blocks that are not final, and some blocks of an archive with the nodes | | `reorg` or `archive` if they contradict each other |
 */
export function scanRange(
  pool: Pool,
  query: ParsedLogQuery,
  range: BlockRange,
  options: ScanOptions,
): AsyncGenerator<ScanEvent, RestartReason | undefined, void> {
  return new RangeScan(pool, query, range, options).run()
}

type Events<result> = AsyncGenerator<ScanEvent, result, void>

class RangeScan {
  readonly #pool: Pool
  readonly #query: ParsedLogQuery
  readonly #range: BlockRange
  readonly #options: ScanOptions
  readonly #finality: Finality
  readonly #newestFirst: boolean
  /** The range if both ends are numbers. */
  readonly #fixed: BlockInterval | undefined
  /** The range to look up in the cache before the head is known, if that is possible. */
  readonly #reach: BlockInterval | undefined
  /** Rows still wanted. */
  #left: number
  #chainCheck: ChainCheck | undefined
  #found: CachedBlocks | undefined
  #cachedParts: AsyncGenerator<RangeLogs, void, void> | undefined
  /** Cached logs loaded so far. */
  readonly #cached: RangeLogs[] = []
  /** Blocks yielded from the cache before any request. */
  #yielded: BlockInterval | undefined
  #first: FirstRead | undefined
  /** Resolves when it is known which blocks are final. */
  #refreshing: Promise<unknown> | undefined
  readonly #preparing = new AbortController()
  readonly #preparingSignal: AbortSignal
  readonly #readingFirst = new AbortController()

  constructor(pool: Pool, query: ParsedLogQuery, range: BlockRange, options: ScanOptions) {
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
    this.#left = query.limit ?? Number.POSITIVE_INFINITY
    const { signal } = options
    const { signal: preparing } = this.#preparing
    this.#preparingSignal = signal ? AbortSignal.any([signal, preparing]) : preparing
  }

  async *run(): Events<RestartReason | undefined> {
    const { cache, signal } = this.#options
    yield* this.#yieldCached()
    if (this.#isCachedWhole()) {
      signal?.throwIfAborted()
      const identity = await this.#chainCheck?.identify(signal)
      return identity === 'same' ? undefined : `${identity ?? 'unknown'}-chain`
    }
    try {
      const { resolved, identity } = await this.#prepare()
      if (identity === 'other') this.#finality.forget()
      if (identity === 'other' || (identity === 'unknown' && this.#yielded)) return `${identity}-chain`
      const missing = yield* this.#plan(resolved)
      if (missing === 'none') return undefined
      return yield* this.#read(missing, resolved.head, identity === 'same' ? cache : undefined)
    } finally {
      this.#readingFirst.abort()
    }
  }

  /** Step 1. Newest first up to an unknown head, persisted logs are yielded now, and again behind newer ones. */
  async *#yieldCached(): Events<void> {
    const { cache } = this.#options
    const { filter, order, limit } = this.#query
    this.#chainCheck = cache && (await startChainCheck(this.#pool, cache))
    const reach = this.#reach
    this.#found = cache && reach ? await cache.find(this.#pool.network.id, filter, reach, order) : undefined
    this.#cachedParts = this.#found?.read(this.#preparingSignal)
    if (!this.#found || !this.#cachedParts || !reach || (this.#isEarly && this.#chainCheck?.isDone)) return
    const front = frontOf(this.#found.ranges, this.#isEarly ? undefined : reach, this.#newestFirst)
    if (!front) return
    const planned = this.#fixed ?? front
    const isTentative = !this.#fixed
    yield { type: 'planned', range: planned, requested: planned, head: undefined, isTentative, order, limit }
    while (this.#left > 0) {
      const { value: part } = await this.#cachedParts.next()
      if (!part) break
      this.#cached.push(part)
      const before = this.#yielded
      const next = frontOf([...(before ? [before] : []), part.range], front, this.#newestFirst)
      // After a gap, or a damaged record.
      if (!next || isSameRange(next, before)) break
      this.#yielded = next
      yield* this.#yieldLogs(part)
    }
  }

  /**
   * Step 2. The first blocks are requested as soon as the range is known, before the chain is confirmed: with numbers as ends,
   * along with the head, as far as endpoints have shown that these blocks exist.
   */
  async #prepare() {
    const { cache, signal } = this.#options
    const own = this.#preparingSignal
    prepareArchive(this.#pool, this.#options.signal)
    const fixed = this.#fixed
    const shown = fixed && lowestHead(this.#pool)
    if (fixed && shown !== undefined && (!this.#newestFirst || fixed.to <= shown))
      this.#beginFirst({ requested: fixed, head: shown })
    const resolving = resolveRange(this.#pool, this.#range, own).then((resolved) => {
      if (!this.#first) this.#beginFirst(resolved)
      return resolved
    })
    const refreshing =
      cache || this.#hasArchive ? this.#finality.refresh(this.#pool, cache ? own : signal) : undefined
    // It may fail before it is awaited.
    refreshing?.catch(() => {})
    this.#refreshing = refreshing
    const [resolved, recognised] = await Promise.all([
      resolving,
      this.#chainCheck?.identify(own),
      // A first read of nodes does not wait for facts that only the archive needs.
      resolving.then(() => (cache || !this.#first ? refreshing : undefined)),
      this.#left > 0 && collect(this.#cachedParts, this.#cached),
    ]).finally(() => {
      // When one fails, the others are not needed.
      this.#preparing.abort()
    })
    const identity =
      recognised === 'same' ? await this.#chainCheck?.compareHead(resolved.head, signal) : recognised
    return { resolved, identity }
  }

  #beginFirst(range: ResolvedRange): void {
    const { cache, signal, control } = this.#options
    const cached = cache ? this.#found?.ranges : []
    // The archive may have these blocks.
    if (
      (this.#hasArchive && !this.#isUrgent(range.requested)) ||
      this.#yielded ||
      !cached ||
      control?.isPaused()
    )
      return
    const { signal: ended } = this.#readingFirst
    this.#first = FirstRead.begin(this.#pool, this.#query.filter, {
      ...range,
      cached,
      newestFirst: this.#newestFirst,
      signal: signal ? AbortSignal.any([ended, signal]) : ended,
    })
  }

  /** Step 3. Resolves to the blocks that are left, of which some may be cached. */
  async *#plan({ requested: resolved, head }: ResolvedRange): Events<BlockInterval | 'none' | undefined> {
    const { order, limit } = this.#query
    const yielded = this.#yielded
    // The endpoint may be behind the one that cached blocks came from.
    const newest = yielded && yielded.to > head ? yielded.to : head
    const requested = this.#range.toBlock === 'latest' ? { from: resolved.from, to: newest } : resolved
    const blocks = { from: requested.from, to: requested.to > newest ? newest : requested.to }
    if (blocks.from > blocks.to) {
      yield { type: 'planned', range: undefined, requested, head, order, limit }
      return 'none'
    }
    const isOvertaken = yielded !== undefined && this.#isEarly && newest > yielded.to
    if (isOvertaken) yield { type: 'reset', reason: 'head' }
    yield { type: 'planned', range: blocks, requested, head, order, limit }
    if (!yielded) return blocks
    const isFull = this.#left <= 0
    if (!isOvertaken) return isFull ? undefined : afterFront(blocks, yielded, this.#newestFirst)
    this.#left = limit ?? Number.POSITIVE_INFINITY
    // There were as many rows as wanted, and newer ones can only displace older ones.
    return isFull ? { from: yielded.from, to: blocks.to } : blocks
  }

  /** Steps 4 and 5. */
  async *#read(
    range: BlockInterval | undefined,
    head: bigint,
    cache: LogCache | undefined,
  ): Events<RestartReason | undefined> {
    const { signal, control } = this.#options
    const { filter, order, limit } = this.#query
    const { id } = this.#pool.network
    if (cache && !this.#found && range)
      await collect((await cache.find(id, filter, range, order)).read(signal), this.#cached)
    const finalBlock = () => this.#finality.finalBlock(head)
    const finalTo = finalBlock()
    const cached = cache ? this.#cached : []
    const writer = cache && new ScanCacheWriter(cache, id, filter, finalTo)
    const start = (blocks: BlockInterval, options: Pick<ScanRunOptions, 'archived' | 'first'>) =>
      new ScanRun(this.#pool, filter, {
        ...options,
        range: blocks,
        cached,
        newestFirst: this.#newestFirst,
        careful: limit !== undefined,
        signal,
        control,
        onRead: (read) => writer?.add(read),
      })
    const plan = async (blocks: BlockInterval) => {
      await this.#refreshing
      const last = finalBlock()
      return findArchived(this.#pool, this.#query, {
        range: { from: blocks.from, to: blocks.to < last ? blocks.to : last },
        cached: cached.map((logs) => logs.range),
        left: this.#left,
        signal,
      })
    }
    let first: ScanRunOptions['first'] = this.#first ?? (this.#yielded ? undefined : true)
    let left = range
    if (left && (this.#first || this.#isUrgent(left)) && this.#hasArchive) {
      let hasParts = false
      plan(left).then(
        (archived) => (hasParts = archived !== undefined),
        () => {},
      )
      left = yield* this.#consume(start(left, { first }), left, { isOver: () => hasParts })
      first = undefined
    }
    if (left && this.#left > 0) {
      const archived = await plan(left)
      const checks = new SpotChecks(this.#pool, filter)
      const run = start(left, { archived: archived?.blocks, first })
      yield* this.#consume(run, left, { checks, isUseless: archived?.isRejected })
      if (archived && (await this.#isWrong(archived, checks))) return 'archive'
    }
    return writer?.isContradicted() ? 'reorg' : undefined
  }

  /**
   * Yields what a run reads. With `isOver`, it may end early, or at a failure, and returns the blocks that are left. Ends when it
   * `isUseless`.
   */
  async *#consume(
    run: ScanRun,
    range: BlockInterval,
    {
      isOver,
      isUseless,
      checks,
    }: {
      readonly isOver?: () => boolean
      readonly isUseless?: (() => boolean) | undefined
      readonly checks?: SpotChecks
    },
  ): Events<BlockInterval | undefined> {
    try {
      for await (const result of run) {
        if (isUseless?.()) return undefined
        // The archive may have what nodes cannot read.
        if (result.type === 'failed' && isOver)
          return this.#newestFirst
            ? { from: range.from, to: result.range.to }
            : { from: result.range.from, to: range.to }
        if (result.type === 'failed') yield result
        else if (result.type === 'preview') yield toPreviewEvent(result, this.#query, this.#left)
        else {
          checks?.add(result)
          yield* this.#yieldLogs(result)
        }
        if (this.#left <= 0) return undefined
        if (result.type !== 'preview' && isOver?.()) return afterFront(range, result.range, this.#newestFirst)
      }
      return undefined
    } finally {
      run.stop()
    }
  }

  /** Whether nodes have other logs than the archive, in some of these blocks or in those of another scan. */
  async #isWrong({ reject, isRejected }: ArchivedBlocks, checks: SpotChecks): Promise<boolean> {
    if (isRejected()) return true
    const difference = await checks.findDifference(this.#options.signal)
    if (difference !== undefined) reject(difference)
    return isRejected()
  }

  /**
   * Whether nodes are not to wait for the archive: the first rows of a long history are wanted, and it takes requests to find out
   * whether the archive has them for less.
   */
  #isUrgent(range: BlockInterval): boolean {
    if (!this.#hasArchive || this.#query.limit === undefined || isArchiveReady(this.#pool)) return false
    const blocks = Number(countBlocks([range]))
    return blocks > manyCalls * (chooseBlockRange(this.#pool.getStatus(), blocks).limit ?? usualBlockRange)
  }

  get #hasArchive(): boolean {
    return this.#pool.network.archive !== undefined
  }

  *#yieldLogs(read: RangeLogs): Generator<ScanEvent, void, void> {
    const event = toLogsEvent(read, this.#query, this.#left, this.#options.wholeBlocks)
    yield event
    this.#left -= countLogs(event.selection)
  }

  /** Whether cached logs may be yielded before newer ones are known. */
  get #isEarly(): boolean {
    return this.#newestFirst && !this.#fixed
  }

  /** Whether the cache has yielded all wanted logs. */
  #isCachedWhole(): boolean {
    if (!this.#yielded || this.#isEarly) return false
    return this.#left <= 0 || (this.#fixed !== undefined && isSameRange(this.#yielded, this.#fixed))
  }
}

async function collect(parts: AsyncIterable<RangeLogs> | undefined, into: RangeLogs[]): Promise<void> {
  if (parts) for await (const part of parts) into.push(part)
}
