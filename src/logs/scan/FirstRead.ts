import type { Pool } from '../../rpc/Pool.ts'
import { Finality } from '../chain/Finality.ts'
import type { ResolvedRange } from '../chain/resolveRange.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { Filter } from '../filter/Filter.ts'
import { countBlocks, earlier, subtract, toIntervalSet } from '../intervals.ts'
import { firstBlocks } from './chunks/ChunkPlan.ts'
import { chooseBlockRange, narrowEndpoints } from './chunks/endpointLimits.ts'
import { getEndpointHistory } from './read/EndpointHistory.ts'
import type { IntervalRead } from './read/IntervalRead.ts'
import { isRefusedAgain } from './read/logsErrors.ts'
import { readInterval } from './read/readInterval.ts'
import { TailCheck } from './read/TailCheck.ts'

export interface FirstReadOptions extends ResolvedRange {
  /** Blocks that need not be read. */
  readonly cached: readonly BlockInterval[]
  readonly newestFirst: boolean
  readonly signal: AbortSignal
}

/** A read of some of a scan's blocks, sent before the scan began. */
export interface BegunRead {
  readonly range: BlockInterval
  readonly result: Promise<IntervalRead>
  /** Calls `listener` with logs that may not be complete, including those that have already arrived. */
  readonly onPreview?: (listener: (logs: RangeLogs) => void) => void
}

/** The read of a scan's first blocks, sent before the rest of the scan can be planned. */
export class FirstRead implements BegunRead {
  readonly range: BlockInterval
  readonly result: Promise<IntervalRead>
  readonly tail: TailCheck
  readonly #read: (tail: TailCheck, finalBlock: bigint) => Promise<IntervalRead>
  #preview: RangeLogs | undefined
  #onPreview: ((logs: RangeLogs) => void) | undefined

  private constructor(
    pool: Pool,
    filter: Filter,
    range: BlockInterval,
    { finalBlock, tail, signal }: { finalBlock: bigint; tail: TailCheck; signal: AbortSignal },
  ) {
    this.range = range
    this.tail = tail
    const onPreview = (logs: RangeLogs) => {
      this.#preview = logs
      this.#onPreview?.(logs)
    }
    this.#read = (check, final) => {
      const narrow = narrowEndpoints(pool.getStatus(), countBlocks([range])).names
      const options = { narrow, finalBlock: final, tail: check.for(range), onPreview }
      return readInterval(pool, filter, range, signal, options)
    }
    this.result = this.#read(tail, finalBlock)
    // It may fail before it is awaited.
    this.result.catch(() => {})
  }

  /** Reads the first blocks of a query; `undefined` when all are cached. */
  static begin(
    pool: Pool,
    filter: Filter,
    { requested, head, cached, newestFirst, signal }: FirstReadOptions,
  ): FirstRead | undefined {
    const blocks = { from: requested.from, to: earlier(requested.to, head) }
    const missing = subtract(toIntervalSet([blocks]), toIntervalSet(cached))
    const gap = newestFirst ? missing.at(-1) : missing[0]
    if (!gap) return undefined
    // Endpoints that had pruned blocks in an earlier scan are probed again.
    getEndpointHistory(pool).forgetPruned()
    const { limit } = chooseBlockRange(pool.getStatus(), Number(countBlocks(missing)))
    const maxWidth = limit === undefined ? undefined : BigInt(limit)
    const finalBlock = Finality.of(pool).finalBlock(head)
    const tail = new TailCheck(pool, blocks, head, signal)
    return new FirstRead(pool, filter, firstBlocks(gap, newestFirst, maxWidth), { finalBlock, tail, signal })
  }

  /** The same read with another tail check. It is sent once this one has ended, unless it would be refused again. */
  repeated(tail: TailCheck, finalBlock: bigint): BegunRead {
    const read = () => this.#read(tail, finalBlock)
    const result = this.result.then(read, (error: unknown) => {
      if (isRefusedAgain(error)) throw error
      return read()
    })
    result.catch(() => {})
    return { range: this.range, result, onPreview: (listener) => this.onPreview(listener) }
  }

  onPreview(listener: (logs: RangeLogs) => void): void {
    this.#onPreview = listener
    if (this.#preview) listener(this.#preview)
  }
}
