import type { Pool } from '../../rpc/Pool.ts'
import type { CachedBlocks, LogCache } from '../cache/LogCache.ts'
import { Finality } from '../chain/Finality.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { earlier } from '../intervals.ts'
import { findArchived, hasArchive, isUrgent, type ArchivedBlocks } from './findArchived.ts'
import { FirstRead } from './FirstRead.ts'
import { afterFront } from './frontBlocks.ts'
import type { TailCheck } from './read/TailCheck.ts'
import type { RowsLeft } from './RowsLeft.ts'
import { ScanCacheWriter } from './ScanCacheWriter.ts'
import type { ScanEvents } from './ScanEvent.ts'
import type { ScanOptions } from './ScanOptions.ts'
import { ScanRun, type ScanRunOptions } from './ScanRun.ts'
import { SpotChecks } from './SpotChecks.ts'

export interface MissingBlocks {
  /** `undefined` when there are none, and only the cache is to be checked. */
  readonly range: BlockInterval | undefined
  readonly head: bigint
  /** A cache of the confirmed chain. */
  readonly cache: LogCache | undefined
  /** Its logs, which need not be read. */
  readonly cached: readonly RangeLogs[]
  readonly first: ScanRunOptions['first']
  readonly tail: TailCheck | undefined
  /** Resolves when it is known which blocks are final; `undefined` if that was not needed so far. */
  readonly refreshing: Promise<unknown> | undefined
}

/** Steps 4 and 5 of `scanRange`: reads blocks from an archive and nodes, and compares what is not certain. */
export class MissingReader {
  readonly #pool: Pool
  readonly #query: ParsedLogQuery
  readonly #rows: RowsLeft
  readonly #options: ScanOptions
  readonly #blocks: MissingBlocks
  readonly #finalBlock: bigint
  readonly #writer: ScanCacheWriter | undefined
  /** What the next run begins with. */
  #first: ScanRunOptions['first']

  constructor(
    pool: Pool,
    query: ParsedLogQuery,
    rows: RowsLeft,
    options: ScanOptions,
    blocks: MissingBlocks,
  ) {
    const { cache, head, first } = blocks
    this.#pool = pool
    this.#query = query
    this.#rows = rows
    this.#options = options
    this.#blocks = blocks
    this.#finalBlock = Finality.of(pool).finalBlock(head)
    this.#writer = cache && new ScanCacheWriter(cache, pool.network.id, query.filter, this.#finalBlock)
    this.#first = first
  }

  /** Returns why the scan has to start over, if so. */
  async *read(): ScanEvents<'reorg' | 'archive' | undefined> {
    const { range, tail } = this.#blocks
    const left = range && (yield* this.#readFromNodes(range))
    if (left && !this.#rows.isFull && (yield* this.#readAll(left))) return 'archive'
    return tail?.isReplaced || this.#writer?.isContradicted() ? 'reorg' : undefined
  }

  get #newestFirst(): boolean {
    return this.#query.order === 'desc'
  }

  /**
   * If nodes have the first rows sooner, reads from them until the archive is known to have some of the blocks. Their first
   * answer may have all wanted rows. Returns the blocks that are left.
   */
  async *#readFromNodes(range: BlockInterval): ScanEvents<BlockInterval | undefined> {
    if (!hasArchive(this.#pool)) return range
    if (!(this.#first instanceof FirstRead) && !isUrgent(this.#pool, this.#query, range)) return range
    let planning: Promise<void> | undefined
    let hasParts = false
    const isOver = () => {
      planning ??= this.#findParts(range).then(
        (archived) => void (hasParts = archived !== undefined),
        () => {},
      )
      return hasParts
    }
    const until = { range, newestFirst: this.#newestFirst, isOver }
    return yield* consume(this.#start(range), this.#rows, { until })
  }

  /** Reads from the archive and nodes. Returns whether the archive has other logs than nodes. */
  async *#readAll(range: BlockInterval): ScanEvents<boolean> {
    const archived = await this.#findParts(range)
    const checks = new SpotChecks(this.#pool, this.#query.filter)
    const run = this.#start(range, archived?.blocks)
    yield* consume(run, this.#rows, { checks, isUseless: archived?.isRejected })
    return archived !== undefined && isWrong(archived, checks, this.#options.signal)
  }

  async #findParts({ from, to }: BlockInterval): Promise<ArchivedBlocks | undefined> {
    if (!hasArchive(this.#pool)) return undefined
    const { signal } = this.#options
    const { head, cached, refreshing } = this.#blocks
    const finality = Finality.of(this.#pool)
    await (refreshing ?? finality.refresh(this.#pool, signal))
    return findArchived(this.#pool, this.#query, {
      range: { from, to: earlier(to, finality.finalBlock(head)) },
      cached: cached.map((logs) => logs.range),
      left: this.#rows.count,
      signal,
    })
  }

  #start(range: BlockInterval, archived?: CachedBlocks): ScanRun {
    const { filter, limit } = this.#query
    const { signal, control } = this.#options
    const { cached, tail } = this.#blocks
    const first = this.#first
    this.#first = undefined
    return new ScanRun(this.#pool, filter, {
      range,
      cached,
      archived,
      newestFirst: this.#newestFirst,
      careful: limit !== undefined,
      finalBlock: this.#finalBlock,
      tail,
      first,
      signal,
      control,
      onRead: (read) => this.#writer?.add(read),
    })
  }
}

interface ConsumeOptions {
  /** Ends once it `isOver`, or at a failure: the archive may have what nodes cannot read. */
  readonly until?: {
    readonly range: BlockInterval
    readonly newestFirst: boolean
    readonly isOver: () => boolean
  }
  /** Ends the run once what is left of it is useless. */
  readonly isUseless?: (() => boolean) | undefined
  readonly checks?: SpotChecks
}

/** Yields what a run reads, up to the rows still wanted. Returns the unread blocks if it ends because of `until`. */
async function* consume(
  run: ScanRun,
  rows: RowsLeft,
  { until, isUseless, checks }: ConsumeOptions,
): ScanEvents<BlockInterval | undefined> {
  try {
    for await (const result of run) {
      if (isUseless?.()) return undefined
      if (result.type === 'failed' && until) {
        const { range, newestFirst } = until
        return newestFirst
          ? { from: range.from, to: result.range.to }
          : { from: result.range.from, to: range.to }
      }
      if (result.type === 'logs') checks?.add(result)
      if (result.type === 'failed') yield result
      else yield result.type === 'preview' ? rows.preview(result) : rows.take(result)
      if (rows.isFull) return undefined
      if (result.type !== 'preview' && until?.isOver())
        return afterFront(until.range, result.range, until.newestFirst)
    }
    return undefined
  } finally {
    run.stop()
  }
}

/** Whether nodes have other logs than the archive, in some of these blocks or in those of another scan. */
async function isWrong(
  { reject, isRejected }: ArchivedBlocks,
  checks: SpotChecks,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  if (isRejected()) return true
  const difference = await checks.findDifference(signal)
  if (difference !== undefined) reject(difference)
  return isRejected()
}
