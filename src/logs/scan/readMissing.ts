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

/**
 * Steps 4 and 5 of `scanRange`: reads blocks from an archive and nodes, and compares what is not certain. Returns why the
 * scan has to start over.
 */
export async function* readMissing(
  pool: Pool,
  query: ParsedLogQuery,
  rows: RowsLeft,
  { signal, control }: ScanOptions,
  { range, head, cache, cached, first: given, tail, refreshing }: MissingBlocks,
): ScanEvents<'reorg' | 'archive' | undefined> {
  const { filter, order, limit } = query
  const newestFirst = order === 'desc'
  const finality = Finality.of(pool)
  const finalBlock = finality.finalBlock(head)
  const writer = cache && new ScanCacheWriter(cache, pool.network.id, filter, finalBlock)
  /** What the first run begins with. */
  let first = given

  function start(blocks: BlockInterval, archived?: CachedBlocks): ScanRun {
    const begun = first
    first = undefined
    return new ScanRun(pool, filter, {
      range: blocks,
      cached,
      archived,
      newestFirst,
      careful: limit !== undefined,
      finalBlock,
      tail,
      first: begun,
      signal,
      control,
      onRead: (read) => writer?.add(read),
    })
  }

  async function findParts({ from, to }: BlockInterval): Promise<ArchivedBlocks | undefined> {
    if (!hasArchive(pool)) return undefined
    await (refreshing ?? finality.refresh(pool, signal))
    const final = finality.finalBlock(head)
    return findArchived(pool, query, {
      range: { from, to: earlier(to, final) },
      cached: cached.map((logs) => logs.range),
      left: rows.count,
      signal,
    })
  }

  /**
   * If nodes have the first rows sooner, reads from them until the archive is known to have some of the blocks. Their first
   * answer may have all wanted rows. Returns the blocks that are left.
   */
  async function* readFromNodes(blocks: BlockInterval): ScanEvents<BlockInterval | undefined> {
    if (!hasArchive(pool)) return blocks
    if (!(first instanceof FirstRead) && !isUrgent(pool, query, blocks)) return blocks
    let planning: Promise<void> | undefined
    let hasParts = false
    const isOver = () => {
      planning ??= findParts(blocks).then(
        (archived) => void (hasParts = archived !== undefined),
        () => {},
      )
      return hasParts
    }
    return yield* consume(start(blocks), rows, { until: { range: blocks, newestFirst, isOver } })
  }

  /** Reads from the archive and nodes. Returns whether the archive has other logs than nodes. */
  async function* readAll(blocks: BlockInterval): ScanEvents<boolean> {
    const archived = await findParts(blocks)
    const checks = new SpotChecks(pool, filter)
    yield* consume(start(blocks, archived?.blocks), rows, { checks, isUseless: archived?.isRejected })
    return archived !== undefined && isWrong(archived, checks, signal)
  }

  const left = range && (yield* readFromNodes(range))
  if (left && !rows.isFull && (yield* readAll(left))) return 'archive'
  return tail?.isReplaced || writer?.isContradicted() ? 'reorg' : undefined
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
