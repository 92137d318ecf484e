import type { Pool } from '../../../rpc/Pool.ts'
import { withReason } from '../../../rpc/poolViews.ts'
import type { LogCache } from '../../cache/LogCache.ts'
import { Finality } from '../../chain/Finality.ts'
import { isComparisonDue } from '../../chain/furthestHead.ts'
import { readBlockNumber } from '../../chain/readHeader.ts'
import { numberedEnd } from '../../chain/resolveRange.ts'
import { countLogs } from '../../columns/LogSelection.ts'
import type { RangeLogs } from '../../columns/RangeLogs.ts'
import type { BlockInterval } from '../../Coverage.ts'
import { partsOf, type Filter } from '../../filter/Filter.ts'
import type { LogQuery } from '../../filter/LogQuery.ts'
import { isBlockHash, type ParsedLogQuery, type Range, type RangeEnd } from '../../filter/ParsedLogQuery.ts'
import { parseLogQuery } from '../../filter/parseLogQuery.ts'
import { countBlocks, earlier, subtract, toIntervalSet } from '../../intervals.ts'
import { findArchived, prepareArchive } from '../findArchived.ts'
import { refuseReversed, resolveToBlock } from '../resolveToBlock.ts'
import { splitCached } from '../splitCached.ts'
import type { PlannedPart, ScanPlan } from './ScanPlan.ts'

export interface EstimateScanOptions {
  /** Cached blocks cost nothing, and their logs show how many the other blocks may have. @default none */
  cache?: LogCache | undefined
  /** Ends the estimate. */
  signal?: AbortSignal | undefined
}

/** Fewer blocks than this say little about the density of the others. */
const enoughBlocks = 100n

/**
 * Finds out which blocks a scan would have to read, without reading them. Blocks of an archive cost no calls.
 * Requests the newest block (`eth_blockNumber`) only if the range depends on it and none is known yet, and a last block given by
 * hash.
 *
 * @throws {@link InvalidQueryError} before any request.
 */
export async function planScan(
  givenPool: Pool,
  query: LogQuery | ParsedLogQuery,
  options: EstimateScanOptions = {},
): Promise<ScanPlan> {
  const { cache, signal } = options
  const pool = withReason(givenPool, 'estimate')
  const { filter, range, order, limit } = parseLogQuery(query)
  const parts = partsOf(filter)
  const callsPerChunk = parts.length
  const takesAll = parts.some(({ address, topics }) => !address && topics.every((anyOf) => anyOf === null))
  if ('blockHash' in range) return { parts: [{ blocks: 1 }], limit, otherCalls: 1, callsPerChunk, takesAll }

  prepareArchive(pool, signal)
  const { blocks, head, isAhead, moves, needsTag } = await resolveBlocks(pool, range, signal)
  // `resolveToBlock` makes them at the start of each scan.
  const hashCalls = isBlockHash(range.toBlock) ? 2 : 0
  if (blocks.from > blocks.to) return { parts: [], limit, otherCalls: 1 + hashCalls, isAhead: true, takesAll }

  const finalTo = Finality.of(pool).finalBlock(head ?? blocks.to)
  const planned = await planParts(pool, { filter, order, limit }, { blocks, finalTo, cache, signal })
  const isCached = !moves && planned.every(({ logs }) => logs !== undefined)
  const { id } = pool.network
  const finalityCalls = Number(cache !== undefined && Finality.of(pool).isDue)
  const comparisons = Number(moves && isComparisonDue(pool))
  return {
    parts: order === 'desc' ? planned.toReversed() : planned,
    limit,
    replaceableBlocks: Number(countBlocks(subtract([blocks], [{ from: 0n, to: finalTo }]))),
    otherCalls: hashCalls + (isCached ? 0 : 1 + Number(needsTag) + comparisons + finalityCalls),
    logsPerBlock:
      cache &&
      (countedDensity(cache, id, filter, blocks) ??
        countedDensity(cache, id, filter, { from: 0n, to: head ?? blocks.to })),
    callsPerChunk,
    ...(isAhead && { isAhead }),
    takesAll,
  }
}

/** The blocks of a range, up to the newest one known. Requests that one only if an end depends on it. */
async function resolveBlocks(
  pool: Pool,
  range: Exclude<Range, { blockHash: unknown }>,
  signal: AbortSignal | undefined,
) {
  const { fromBlock, toBlock } = await resolveToBlock(pool, range, signal)
  const ends = [fromBlock, toBlock]
  const moves = ends.some((end) => typeof end !== 'bigint' && end !== 'earliest')
  const needsTag = ends.some((end) => end === 'safe' || end === 'finalized')
  const head = shownHead(pool) ?? (moves ? (await readBlockNumber(pool, { signal })).head : undefined)
  const [from, to] = ends.map((end) => blockAt(end, head ?? 0n, pool.network.finality)) as [bigint, bigint]
  refuseReversed({ fromBlock, toBlock }, { from, to })
  const last = earlier(to, head ?? to)
  const isAhead = last < to
  return { blocks: { from, to: last }, head, isAhead, moves, needsTag }
}

interface PartsOptions extends EstimateScanOptions {
  readonly blocks: BlockInterval
  readonly finalTo: bigint
}

/** The cached, archived and missing parts of the blocks, ascending. */
async function planParts(
  pool: Pool,
  query: Pick<ParsedLogQuery, 'filter' | 'order' | 'limit'>,
  { blocks, finalTo, cache, signal }: PartsOptions,
): Promise<readonly PlannedPart[]> {
  const known: RangeLogs[] = []
  const found = await cache?.find(pool.network.id, query.filter, blocks)
  if (found) for await (const logs of found.read(signal)) known.push(logs)
  const { cached, missing } = splitCached(blocks, known)
  const archived = await findArchived(pool, query, {
    range: { from: blocks.from, to: earlier(blocks.to, finalTo) },
    cached: cached.map((logs) => logs.range),
    left: query.limit ?? Number.POSITIVE_INFINITY,
    isEstimate: true,
    signal,
  })
  const archivedParts = archived?.parts ?? []
  const toRead = subtract(missing, toIntervalSet(archivedParts.map(({ range }) => range)))
  return [
    ...cached.map(({ range, selection }) => ({ range, logs: countLogs(selection), isCounted: true })),
    ...archivedParts.map(({ range, logs, isCounted }) => ({ range, logs, isCounted })),
    ...toRead.map((range) => ({ range, logs: undefined, isCounted: false })),
  ]
    .sort((a, b) => (a.range.from < b.range.from ? -1 : 1))
    .map(({ range, logs, isCounted }) => ({ blocks: Number(countBlocks([range])), logs, isCounted }))
}

/** The median of the heads that endpoints have shown: one far ahead of the others does not count. */
function shownHead(pool: Pool): bigint | undefined {
  const heads = pool
    .getStatus()
    .map(({ head }) => head)
    .filter((head) => head !== undefined)
    .sort((a, b) => (a < b ? -1 : 1))
  return heads[(heads.length - 1) >> 1]
}

function blockAt(end: RangeEnd, head: bigint, finality: number): bigint {
  return numberedEnd(end, head) ?? numberedEnd(`latest-${finality}`, head) ?? 0n
}

/** Logs per block, if enough blocks have been read for this filter or a wider one. */
function countedDensity(
  cache: LogCache,
  chainId: number,
  filter: Filter,
  blocks: BlockInterval,
): number | undefined {
  let seen = 0n
  let logs = 0
  for (const { range, selection } of cache.lookup(chainId, filter, blocks).cached) {
    seen += countBlocks([range])
    logs += countLogs(selection)
  }
  return seen < enoughBlocks ? undefined : logs / Number(seen)
}
