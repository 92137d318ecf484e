import type { Pool } from '../../rpc/Pool.ts'
import type { LogCache } from '../cache/LogCache.ts'
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
export async function* readMissing(
  pool: Pool,
  query: ParsedLogQuery,
  rows: RowsLeft,
  { signal, control }: ScanOptions,
  { range, head, cache, cached, first, refreshing }: MissingBlocks,
): ScanEvents<'reorg' | 'archive' | undefined> {
  const { filter, order, limit } = query
  const newestFirst = order === 'desc'
  const finality = Finality.of(pool)
  const finalBlock = finality.finalBlock(head)
  const writer = cache && new ScanCacheWriter(cache, pool.network.id, filter, finalBlock)
  const start = (blocks: BlockInterval, options: Pick<ScanRunOptions, 'archived' | 'first'>) =>
    new ScanRun(pool, filter, {
      ...options,
      range: blocks,
      cached,
      newestFirst,
      careful: limit !== undefined,
      finalBlock,
      signal,
      control,
      onRead: (read) => writer?.add(read),
    })
  const plan = async (blocks: BlockInterval) => {
    if (!hasArchive(pool)) return undefined
    await (refreshing ?? finality.refresh(pool, signal))
    const final = finality.finalBlock(head)
    return findArchived(pool, query, {
      range: { from: blocks.from, to: blocks.to < final ? blocks.to : final },
      cached: cached.map((logs) => logs.range),
      left: rows.count,
      signal,
    })
  }
  let left = range
  if (left && hasArchive(pool) && (first instanceof FirstRead || isUrgent(pool, query, left))) {
    // Nodes read on until the archive has some of the blocks. It is not needed if their first answer has all wanted rows.
    const blocks = left
    let planning: Promise<void> | undefined
    let hasParts = false
    const isOver = () => {
      planning ??= plan(blocks).then(
        (archived) => void (hasParts = archived !== undefined),
        () => {},
      )
      return hasParts
    }
    left = yield* consume(start(left, { first }), rows, { until: { range: left, newestFirst, isOver } })
    first = undefined
  }
  if (left && !rows.isFull) {
    const archived = await plan(left)
    const checks = new SpotChecks(pool, filter)
    const run = start(left, { archived: archived?.blocks, first })
    yield* consume(run, rows, { checks, isUseless: archived?.isRejected })
    if (archived && (await isWrong(archived, checks, signal))) return 'archive'
  }
  return writer?.isContradicted() ? 'reorg' : undefined
}

interface ConsumeOptions {
  /** Ends when it `isOver`, or at a failure: the archive may have what nodes cannot read. */
  readonly until?: {
    readonly range: BlockInterval
    readonly newestFirst: boolean
    readonly isOver: () => boolean
  }
  /** Ends when it `isUseless`. */
  readonly isUseless?: (() => boolean) | undefined
  readonly checks?: SpotChecks
}

/** Yields what a run reads, up to the rows that are left. Returns the blocks that are left, if it ends early. */
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
