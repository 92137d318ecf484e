import type { Pool } from '../../rpc/Pool.ts'
import type { CachedBlocks, LogCache } from '../cache/LogCache.ts'
import { Finality } from '../chain/Finality.ts'
import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { findArchived, hasArchive, isUrgent } from './findArchived.ts'
import type { ArchivedBlocks } from './findArchived.ts'
import { FirstRead } from './FirstRead.ts'
import { afterFront } from './frontBlocks.ts'
import type { RowsLeft } from './RowsLeft.ts'
import { ScanCacheWriter } from './ScanCacheWriter.ts'
import type { ScanEvents } from './ScanEvent.ts'
import type { ScanOptions } from './ScanOptions.ts'
import { ScanRun } from './ScanRun.ts'
import type { ScanRunOptions } from './ScanRun.ts'
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
  /** Resolves when it is known which blocks are final; `undefined` if that was not needed so far. */
  readonly refreshing: Promise<unknown> | undefined
}

/**
 * Steps 4 and 5 of `scanRange`: reads blocks from an archive and nodes, and compares what is not certain. Returns why the
 * scan has to start over.
 */
export function readMissing(
  pool: Pool,
  query: ParsedLogQuery,
  rows: RowsLeft,
  options: ScanOptions,
  missing: MissingBlocks,
): ScanEvents<'reorg' | 'archive' | undefined> {
  return new MissingRead(pool, query, rows, options, missing).run()
}

class MissingRead {
  readonly #pool: Pool
  readonly #query: ParsedLogQuery
  readonly #rows: RowsLeft
  readonly #options: ScanOptions
  readonly #missing: MissingBlocks
  readonly #finality: Finality
  readonly #finalBlock: bigint
  readonly #writer: ScanCacheWriter | undefined
  /** What the first run begins with. */
  #first: ScanRunOptions['first']

  constructor(
    pool: Pool,
    query: ParsedLogQuery,
    rows: RowsLeft,
    options: ScanOptions,
    missing: MissingBlocks,
  ) {
    this.#pool = pool
    this.#query = query
    this.#rows = rows
    this.#options = options
    this.#missing = missing
    this.#first = missing.first
    this.#finality = Finality.of(pool)
    const { cache, head } = missing
    const finalBlock = this.#finality.finalBlock(head)
    this.#finalBlock = finalBlock
    this.#writer = cache && new ScanCacheWriter(cache, pool.network.id, query.filter, finalBlock)
  }

  async *run(): ScanEvents<'reorg' | 'archive' | undefined> {
    const { range } = this.#missing
    const left = range && (yield* this.#readFromNodes(range))
    if (left && !this.#rows.isFull && (yield* this.#readAll(left))) return 'archive'
    return this.#writer?.isContradicted() ? 'reorg' : undefined
  }

  /**
   * If nodes have the first rows sooner, reads from them until the archive is known to have some of the blocks. Their first
   * answer may have all wanted rows. Returns the blocks that are left.
   */
  async *#readFromNodes(range: BlockInterval): ScanEvents<BlockInterval | undefined> {
    const pool = this.#pool
    if (!hasArchive(pool)) return range
    if (!(this.#first instanceof FirstRead) && !isUrgent(pool, this.#query, range)) return range
    let planning: Promise<void> | undefined
    let hasParts = false
    const isOver = () => {
      planning ??= this.#findArchived(range).then(
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
    const archived = await this.#findArchived(range)
    const checks = new SpotChecks(this.#pool, this.#query.filter)
    const run = this.#start(range, archived?.blocks)
    yield* consume(run, this.#rows, { checks, isUseless: archived?.isRejected })
    return archived !== undefined && isWrong(archived, checks, this.#options.signal)
  }

  async #findArchived({ from, to }: BlockInterval): Promise<ArchivedBlocks | undefined> {
    const pool = this.#pool
    const { signal } = this.#options
    if (!hasArchive(pool)) return undefined
    await (this.#missing.refreshing ?? this.#finality.refresh(pool, signal))
    const final = this.#finality.finalBlock(this.#missing.head)
    return findArchived(pool, this.#query, {
      range: { from, to: to < final ? to : final },
      cached: this.#missing.cached.map((logs) => logs.range),
      left: this.#rows.count,
      signal,
    })
  }

  #start(range: BlockInterval, archived?: CachedBlocks): ScanRun {
    const { signal, control } = this.#options
    const first = this.#first
    this.#first = undefined
    return new ScanRun(this.#pool, this.#query.filter, {
      range,
      cached: this.#missing.cached,
      archived,
      newestFirst: this.#newestFirst,
      careful: this.#query.limit !== undefined,
      finalBlock: this.#finalBlock,
      first,
      signal,
      control,
      onRead: (read) => this.#writer?.add(read),
    })
  }

  get #newestFirst(): boolean {
    return this.#query.order === 'desc'
  }
}

interface ConsumeOptions {
  /** Ends once it `isOver`, or at a failure: the archive may have what nodes cannot read. */
  readonly until?: {
    readonly range: BlockInterval
    readonly newestFirst: boolean
    readonly isOver: () => boolean
  }
  /** Whether the rest of the run is useless: then it ends. */
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
