import type { Pool } from '../../rpc/Pool.ts'
import type { CachedBlocks, LogCache } from '../cache/LogCache.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { frontOf, isSameRange } from './frontBlocks.ts'
import type { RowsLeft } from './RowsLeft.ts'
import type { ScanEvents } from './ScanEvent.ts'

/** The cached logs of a scan. Those where the query begins can be yielded before any request. */
export class CachedLogs {
  readonly #pool: Pool
  readonly #query: ParsedLogQuery
  readonly #rows: RowsLeft
  /** The range of the query, if both ends are numbers. */
  readonly #fixed: BlockInterval | undefined
  /** The range that was looked up. */
  #range: BlockInterval | undefined
  #found: CachedBlocks | undefined
  #parts: AsyncGenerator<RangeLogs, void, void> | undefined
  #yielded: BlockInterval | undefined
  /** The logs loaded so far. */
  readonly loaded: RangeLogs[] = []

  constructor(pool: Pool, query: ParsedLogQuery, rows: RowsLeft, fixed: BlockInterval | undefined) {
    this.#pool = pool
    this.#query = query
    this.#rows = rows
    this.#fixed = fixed
  }

  /** Whether newer logs may have to come before them: the head is unknown. */
  get isEarly(): boolean {
    return this.#query.order === 'desc' && !this.#fixed
  }

  /** The cached blocks; `undefined` before {@link find}. */
  get ranges(): readonly BlockInterval[] | undefined {
    return this.#found?.ranges
  }

  /** The blocks that were yielded. */
  get yielded(): BlockInterval | undefined {
    return this.#yielded
  }

  /** Whether the scan needs nothing else. */
  get hasAll(): boolean {
    if (!this.#yielded || this.isEarly) return false
    return this.#rows.isFull || (this.#fixed !== undefined && isSameRange(this.#yielded, this.#fixed))
  }

  /** Looks up a range. `signal` ends loading its logs. */
  async find(cache: LogCache, range: BlockInterval, signal: AbortSignal | undefined): Promise<void> {
    const { filter, order } = this.#query
    this.#range = range
    this.#found = await cache.find(this.#pool.network.id, filter, range, order)
    this.#parts = this.#found.read(signal)
  }

  /** Loads them from the start again, after the signal of {@link find} has fired. */
  restart(signal: AbortSignal | undefined): void {
    this.#parts = this.#found?.read(signal)
  }

  /** Yields the blocks where the query begins. If newer logs may come first, they are yielded again after these. */
  async *yieldFront(): ScanEvents<void> {
    const { order, limit } = this.#query
    const newestFirst = order === 'desc'
    const [reach, parts] = [this.#range, this.#parts]
    if (!this.#found || !parts || !reach) return
    const front = frontOf(this.#found.ranges, this.isEarly ? undefined : reach, newestFirst)
    if (!front) return
    const range = this.#fixed ?? front
    // Of the other blocks, only those below are known.
    const requested = newestFirst ? { from: reach.from, to: range.to } : range
    yield { type: 'planned', range, requested, head: undefined, isTentative: !this.#fixed, order, limit }
    while (!this.#rows.isFull) {
      const { value: part } = await parts.next()
      if (!part) break
      this.loaded.push(part)
      const before = this.#yielded
      const next = frontOf([...(before ? [before] : []), part.range], front, newestFirst)
      // There is a gap, or a damaged record.
      if (!next || isSameRange(next, before)) break
      this.#yielded = next
      yield this.#rows.take(part)
    }
  }

  /** Loads the logs that were not yielded, unless the query needs no more. */
  async loadRest(): Promise<void> {
    if (!this.#rows.isFull && this.#parts) for await (const part of this.#parts) this.loaded.push(part)
  }
}
