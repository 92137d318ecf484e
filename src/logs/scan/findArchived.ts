import type { Pool } from '../../rpc/Pool.ts'
import { archiveCode, isArchiveReady } from '../archive/archiveCode.ts'
import type { ArchivedPart } from '../archive/readParts.ts'
import type { CachedBlocks } from '../cache/LogCache.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { countBlocks, subtract, toIntervalSet } from '../intervals.ts'
import { untilAborted } from '../untilAborted.ts'
import { chooseBlockRange, usualBlockRange } from './chunks/endpointLimits.ts'

/** If nodes need fewer calls than this, the first rows come soon enough even after waiting for the archive. */
const manyCalls = 10

export function hasArchive(pool: Pool): boolean {
  return pool.network.archive !== undefined
}

/**
 * Whether to read from nodes before the archive has answered: only the first rows of a long history are wanted, and the archive
 * first needs requests to find out what it has.
 */
export function isUrgent(
  pool: Pool,
  { limit }: Pick<ParsedLogQuery, 'limit'>,
  range: BlockInterval,
): boolean {
  if (!hasArchive(pool) || limit === undefined || isArchiveReady(pool)) return false
  const blocks = Number(countBlocks([range]))
  return blocks > manyCalls * (chooseBlockRange(pool.getStatus(), blocks).limit ?? usualBlockRange)
}

interface FindArchivedOptions {
  /** Final blocks. */
  readonly range: BlockInterval
  /** Blocks that need not be read. */
  readonly cached: readonly BlockInterval[]
  /** Rows still wanted, if the query has a limit. */
  readonly left: number
  readonly isEstimate?: boolean | undefined
  readonly signal: AbortSignal | undefined
}

/** Begins to load what every query needs of the network's archive, if it has one. */
export function prepareArchive(pool: Pool, signal: AbortSignal | undefined): void {
  archiveCode(pool)
    ?.load()
    .then(({ getArchive }) => getArchive(pool)?.prepare(signal))
    // A query that needs it tries again, and reports the failure.
    .catch(() => {})
}

/** Blocks that an archive supplies. */
export interface ArchivedBlocks {
  readonly parts: readonly ArchivedPart[]
  readonly blocks: CachedBlocks
  /** Stops using the archive, because of what it has sent. */
  readonly reject: (problem: string) => void
  /** Whether it is no longer used, because of what it has sent to this or another scan. */
  readonly isRejected: () => boolean
}

/** Finds the blocks that the network's archive supplies, if there are any. Its code is loaded only for networks that have one. */
export async function findArchived(
  pool: Pool,
  { filter, order, limit }: Pick<ParsedLogQuery, 'filter' | 'order' | 'limit'>,
  { range, cached, left, isEstimate, signal }: FindArchivedOptions,
): Promise<ArchivedBlocks | undefined> {
  const code = archiveCode(pool)
  if (!code) return undefined
  const blocks = subtract(toIntervalSet([range]), toIntervalSet(cached))
  if (blocks.length === 0) return undefined
  // If its code cannot be loaded, nodes have the blocks.
  const loading = code.load().catch(() => undefined)
  const loaded = await untilAborted(loading, signal)
  const archive = loaded?.getArchive(pool)
  if (!archive) return undefined
  const query = { filter, blocks, order, limit: limit === undefined ? undefined : left, isEstimate }
  const parts = await archive.plan(pool, query, signal)
  if (parts.length === 0) return undefined
  return {
    parts,
    blocks: archive.read(query, parts),
    reject: (problem) => archive.reject(problem),
    isRejected: () => archive.isRejected,
  }
}
