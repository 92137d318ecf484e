import { UnreadBlocksError } from '../../errors/NodeError.ts'
import type { Pool } from '../../rpc/Pool.ts'
import { unbudgetedPool } from '../../rpc/poolViews.ts'
import type { CachedBlocks } from '../cache/LogCache.ts'
import { clipSelection, countLogs } from '../columns/LogSelection.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import { partsOf, type Filter } from '../filter/Filter.ts'
import { countBlocks, subtract } from '../intervals.ts'
import { untilAborted } from '../untilAborted.ts'
import { ArchiveDelivery } from './ArchiveDelivery.ts'
import { ChunkOutcomes, type MalformedRequest } from './chunks/ChunkOutcomes.ts'
import { ChunkPlan, type Chunk } from './chunks/ChunkPlan.ts'
import { ChunkSizer } from './chunks/ChunkSizer.ts'
import { chooseBlockRange, logEndpoints, lowestResults, narrowEndpoints } from './chunks/endpointLimits.ts'
import { UnreadBlocks } from './chunks/UnreadBlocks.ts'
import type { ScanControl } from './createScanControl.ts'
import type { BegunRead } from './FirstRead.ts'
import { getEndpointHistory } from './read/EndpointHistory.ts'
import { MalformedLogsError } from './read/MalformedLogsError.ts'
import { readInterval } from './read/readInterval.ts'
import type { TailCheck } from './read/TailCheck.ts'
import { ReorderBuffer, type ChunkResult } from './ReorderBuffer.ts'
import { logsAhead, ScanCapacity } from './ScanCapacity.ts'
import { splitCached } from './splitCached.ts'

export interface ScanRunOptions {
  /** The blocks to go through; `undefined` when there are none. */
  readonly range: BlockInterval | undefined
  /** Logs that need not be read, without overlap. May reach beyond the range. */
  readonly cached: readonly RangeLogs[]
  /** Blocks that an archive supplies. Those that it fails to deliver are read from nodes. @default none */
  readonly archived?: CachedBlocks | undefined
  readonly newestFirst: boolean
  /** Whether to read less ahead, because a limit may end the scan early. */
  readonly careful: boolean
  /** Whether one unread block makes the result useless: blocks with malformed logs are not narrowed down. @default false */
  readonly allOrNothing?: boolean | undefined
  /** The newest final block: later ones may be replaced while they are read. @default the end of the range */
  readonly finalBlock?: bigint | undefined
  /** Checks blocks that are not final if several calls read them. */
  readonly tail?: TailCheck | undefined
  /** Starts with a few blocks, so that the first logs arrive soon, or with such a read that was sent already. */
  readonly first?: BegunRead | 'few-blocks' | undefined
  readonly signal: AbortSignal | undefined
  readonly control: ScanControl | undefined
  /** Called with each range that was read completely. */
  readonly onRead: (logs: RangeLogs) => void
}

/**
 * Reads the blocks of one scan in chunks, several at once, and yields the results in the order of the query.
 *
 * | a block goes from | to | when |
 * |---|---|---|
 * | unread | in flight | there is capacity for another chunk, and it is not too far ahead of the consumer |
 * | in flight | buffered | its chunk was answered, and the answer is complete |
 * | in flight | unread | its chunk was refused, or its answer may be cut off: again in smaller chunks, or elsewhere |
 * | in flight | failed | no endpoint can answer, or too many chunks in a row have failed |
 * | archived | buffered | the archive has delivered it |
 * | archived | unread | it has delivered later blocks, or ended, without this one |
 * | buffered, failed | yielded | all blocks before it were yielded |
 *
 * Logs that arrived but are not known to be complete are yielded as previews when their blocks are next.
 */
export class ScanRun implements AsyncIterable<ChunkResult> {
  readonly #givenPool: Pool
  readonly #filter: Filter
  readonly #sizer: ChunkSizer
  readonly #abort = new AbortController()
  readonly #signal: AbortSignal
  readonly #control: ScanControl | undefined
  readonly #onRead: ScanRunOptions['onRead']
  readonly #plan: ChunkPlan
  readonly #unread: UnreadBlocks
  readonly #finalBlock: bigint | undefined
  readonly #tail: TailCheck | undefined
  readonly #archived: ArchiveDelivery | undefined
  readonly #buffer: ReorderBuffer
  readonly #outcomes: ChunkOutcomes
  readonly #capacity: ScanCapacity
  /** The lowest block to read from nodes. */
  #floor: bigint | undefined
  #first: ScanRunOptions['first']
  #wake: () => void = () => {}

  constructor(pool: Pool, filter: Filter, options: ScanRunOptions) {
    const { range, newestFirst, careful, allOrNothing, first, signal, control, onRead } = options
    this.#first = first
    this.#finalBlock = options.finalBlock
    this.#tail = options.tail
    this.#givenPool = pool
    this.#filter = filter
    this.#control = control
    this.#onRead = onRead
    this.#signal = signal ? AbortSignal.any([signal, this.#abort.signal]) : this.#abort.signal
    const { cached, missing } = range ? splitCached(range, options.cached) : { cached: [], missing: [] }
    this.#buffer = new ReorderBuffer(newestFirst, range, cached)
    this.#archived =
      options.archived &&
      new ArchiveDelivery(options.archived, {
        newestFirst,
        signal: this.#signal,
        onNext: (logs, undelivered) => this.#takeArchived(logs, undelivered),
      })
    const toRead = subtract(missing, this.#archived?.ranges ?? [])
    const unread = new UnreadBlocks(newestFirst)
    this.#unread = unread
    for (const blocks of toRead) unread.add({ ...blocks, blindSplits: 0 })
    this.#floor = unread.lowest?.from
    this.#sizer = createSizer(pool, countBlocks(toRead))
    this.#plan = new ChunkPlan(unread, this.#sizer, { newestFirst, careful })
    const shared = { pool: () => this.#pool, unread, plan: this.#plan, sizer: this.#sizer, careful }
    this.#outcomes = new ChunkOutcomes({ ...shared, parts: partsOf(filter).length, allOrNothing })
    this.#capacity = new ScanCapacity({
      ...shared,
      outcomes: this.#outcomes,
      buffer: this.#buffer,
      signal: this.#signal,
      onOpen: () => this.#wake(),
    })
    // A `FirstRead` has done so already, and may have found pruned blocks since.
    if (typeof first !== 'object') getEndpointHistory(pool).forgetPruned()
  }

  stop(): void {
    this.#abort.abort()
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ChunkResult, void, void> {
    const unsubscribe = this.#control?.subscribe(() => this.#wake())
    try {
      for (;;) {
        this.#signal.throwIfAborted()
        const result = this.#buffer.next()
        if (result) {
          this.#send()
          yield result
          continue
        }
        if (this.#buffer.isOver) return
        const changed = new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        this.#send()
        this.#pullArchived(true)
        await untilAborted(changed, this.#signal)
      }
    } finally {
      unsubscribe?.()
      this.#archived?.stop()
    }
  }

  /** The budget may be lifted in the middle of a scan. */
  get #pool(): Pool {
    return this.#control?.ignoresBudget() ? unbudgetedPool(this.#givenPool) : this.#givenPool
  }

  /** Sends as many chunks as may be in flight. */
  #send(): void {
    if (this.#control?.isPaused()) return
    this.#pullArchived(false)
    this.#sendFirst()
    for (const chunk of this.#capacity.chunks()) void this.#read(chunk)
  }

  /** Requests the next blocks of the archive, unless enough were read ahead. A waiting consumer may wait for these. */
  #pullArchived(isAwaited: boolean): void {
    if (this.#control?.isPaused()) return
    if (isAwaited || this.#buffer.logs < logsAhead) this.#archived?.pull()
  }

  #takeArchived(logs: RangeLogs | undefined, undelivered: readonly BlockInterval[]): void {
    if (logs) this.#buffer.put({ type: 'logs', ...logs })
    for (const blocks of undelivered) {
      this.#unread.add({ ...blocks, blindSplits: 0 })
      if (this.#floor === undefined || blocks.from < this.#floor) this.#floor = blocks.from
    }
    this.#wake()
  }

  #sendFirst(): void {
    const first = this.#first
    if (!first) return
    this.#first = undefined
    const begun = first === 'few-blocks' ? undefined : first
    const chunk = this.#plan.cutFirst(begun?.range)
    if (chunk) void this.#read(chunk, begun)
  }

  async #read(chunk: Chunk, begun?: BegunRead): Promise<void> {
    const range = { from: chunk.from, to: chunk.to }
    const { small, release } = this.#capacity.dispatch(chunk)
    const known = this.#outcomes.optionsFor(range)
    const narrow = narrowEndpoints(this.#pool.getStatus(), countBlocks([range]))
    const tail = this.#tail?.for(range)
    const replaceableFrom = tail ? undefined : this.#tail?.replaceableFrom
    const onPreview = (logs: RangeLogs) => {
      this.#preview({ ...logs, range })
    }
    begun?.onPreview?.(onPreview)
    try {
      const checks = { finalBlock: this.#finalBlock, tail }
      const options = { ...known, ...checks, narrow: narrow.names, small, floor: this.#floor, onPreview }
      const read = await (begun?.result ??
        readInterval(this.#pool, this.#filter, range, this.#signal, options))
      if (this.#outcomes.answered(chunk, read)) this.#complete({ ...read, range })
      else this.#preview({ ...read, range })
    } catch (error) {
      if (error instanceof MalformedLogsError) this.#takeReadable(chunk, error, { narrow, replaceableFrom })
      else if (!this.#signal.aborted) {
        const givenUp = this.#outcomes.failed(chunk, error as Error, { avoided: known.avoid, narrow })
        this.#fail(givenUp, error as Error)
      }
    }
    release()
    this.#wake()
  }

  #complete(logs: RangeLogs): void {
    this.#onRead(logs)
    this.#buffer.put({ type: 'logs', ...logs })
  }

  /** Keeps the complete blocks of an answer with malformed logs. */
  #takeReadable(chunk: Chunk, error: MalformedLogsError, request: MalformedRequest): void {
    const { selection, endpoint } = error.readable
    const clip = (range: BlockInterval) => ({ range, selection: clipSelection(selection, range), endpoint })
    const { complete, givenUp } = this.#outcomes.malformed(chunk, error, request)
    // Counted once.
    let { rejected } = error.readable
    for (const range of complete) {
      this.#complete({ ...clip(range), rejected })
      rejected = 0
    }
    for (const range of givenUp) this.#preview(clip(range))
    this.#fail(givenUp, error.withoutLogs())
  }

  #preview(logs: RangeLogs): void {
    if (countLogs(logs.selection) === 0) return
    this.#buffer.putPreview(logs)
    this.#wake()
  }

  #fail(ranges: readonly BlockInterval[], error: Error): void {
    for (const range of ranges)
      this.#buffer.put({ type: 'failed', range, error: UnreadBlocksError.of(range, error) })
  }
}

/** A sizer that starts from the limits that the pool has learned. */
function createSizer(pool: Pool, blocks: bigint): ChunkSizer {
  const status = pool.getStatus()
  const { limit: blockRange, isGuess } = chooseBlockRange(status, Number(blocks))
  return new ChunkSizer({
    blocks,
    blockRange,
    isGuess,
    results: lowestResults(logEndpoints(status)),
    isRationed: pool.budget.getStatus().quota !== undefined,
  })
}
