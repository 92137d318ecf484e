import type { Pool } from '../../../rpc/Pool.ts'
import { parseQuantity } from '../../../rpc/parseQuantity.ts'
import type { CachedLogs, LogCache } from '../../cache/LogCache.ts'
import type { BlockInterval } from '../../Coverage.ts'
import type { Filter } from '../../filter/Filter.ts'
import { Finality } from '../../chain/Finality.ts'
import { countLogs } from '../../columns/LogSelection.ts'
import type { LogQuery } from '../../filter/LogQuery.ts'
import type { ParsedLogQuery, RangeEnd } from '../../filter/ParsedLogQuery.ts'
import { numberedEnd } from '../../chain/resolveRange.ts'
import { resolveToBlock } from '../resolveToBlock.ts'
import { parseLogQuery } from '../../filter/parseLogQuery.ts'
import type { PlannedPart, ScanPlan } from './ScanPlan.ts'
import { toScanParts } from '../toScanParts.ts'

export interface EstimateScanOptions {
  /** What is held already costs nothing, and its logs tell how many the other blocks may have. @default none */
  cache?: LogCache | undefined
  /** Gives the estimate up. */
  signal?: AbortSignal | undefined
}

/** Fewer blocks than this say little about how many logs the others hold. */
const enoughBlocks = 100n

/**
 * Finds out what a scan would have to read, without reading it. Asks for the newest block (`eth_blockNumber`) only when
 * the range moves with it and no endpoint has shown one yet.
 *
 * @throws {@link InvalidQueryError} before anything is sent.
 */
export async function planScan(
  pool: Pool,
  query: LogQuery | ParsedLogQuery,
  options: EstimateScanOptions = {},
): Promise<ScanPlan> {
  const { cache, signal } = options
  const { filter, range, order, limit } = parseLogQuery(query)
  const takesAll = !filter.address && filter.topics.every((anyOf) => anyOf === null)
  if ('blockHash' in range) return { parts: [{ blocks: 1 }], limit, otherCalls: 1, takesAll }

  const { fromBlock, toBlock } = await resolveToBlock(pool, range, signal)
  const ends = [fromBlock, toBlock]
  const moves = ends.some((end) => typeof end !== 'bigint' && end !== 'earliest')
  const head = shownHead(pool) ?? (moves ? await askHead(pool, signal) : undefined)
  const [from, to] = ends.map((end) => blockAt(end, head ?? 0n, pool.network.finality)) as [bigint, bigint]
  const blocks = { from, to: head !== undefined && to > head ? head : to }
  if (blocks.from > blocks.to) return { parts: [], limit, otherCalls: 1, takesAll }

  const { id } = pool.network
  const held: CachedLogs[] = []
  const found = await cache?.find(id, filter, blocks)
  if (found) for await (const part of found.read(signal)) held.push(part)
  const parts = toScanParts(held, [blocks]).map((part): PlannedPart => ({
    blocks: width(part.range),
    logs: part.held && countLogs(part.held),
  }))
  const needsTag = ends.some((end) => end === 'safe' || end === 'finalized')
  const heldForGood = !moves && parts.every(({ logs }) => logs !== undefined)
  return {
    parts: order === 'desc' ? parts.toReversed() : parts,
    limit,
    otherCalls: heldForGood
      ? 0
      : 1 + Number(needsTag) + Number(cache !== undefined && Finality.of(pool).isDue),
    logsPerBlock:
      cache &&
      (countedDensity(cache, id, filter, blocks) ??
        countedDensity(cache, id, filter, { from: 0n, to: head ?? to })),
    takesAll,
  }
}

/** The newest block that endpoints agree on: one that runs far ahead of the others is not believed. */
function shownHead(pool: Pool): bigint | undefined {
  const heads = pool
    .getStatus()
    .map(({ head }) => head)
    .filter((head) => head !== undefined)
    .sort((a, b) => (a < b ? -1 : 1))
  return heads[(heads.length - 1) >> 1]
}

async function askHead(pool: Pool, signal: AbortSignal | undefined): Promise<bigint> {
  const { result } = await pool.request({ method: 'eth_blockNumber', params: [] }, { signal })
  return parseQuantity(result, 'eth_blockNumber')
}

function blockAt(end: RangeEnd, head: bigint, finality: number): bigint {
  return numberedEnd(end, head) ?? numberedEnd(`latest-${finality}`, head) ?? 0n
}

/** How many logs of the filter a block holds on average, where enough of them have been read for it or for a wider one. */
function countedDensity(
  cache: LogCache,
  chainId: number,
  filter: Filter,
  blocks: BlockInterval,
): number | undefined {
  let seen = 0n
  let logs = 0
  for (const { range, segment } of cache.lookup(chainId, filter, blocks).cached) {
    seen += range.to - range.from + 1n
    logs += segment.length
  }
  return seen < enoughBlocks ? undefined : logs / Number(seen)
}

function width({ from, to }: BlockInterval): number {
  return Number(to - from) + 1
}
