import type { Client } from 'viem'
import { getPool } from '../../rpc/pool/getPool.ts'
import type { LogCache } from '../cache/LogCache.ts'
import { isBlockHash, type ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { scanRange } from '../scan/scanRange.ts'
import { applyScanEvent } from './applyScanEvent.ts'
import { LogsSnapshot } from './LogsSnapshot.ts'
import { emptyPages, withoutLimit } from './pages.ts'

export interface ReadCachedOptions {
  readonly cache: LogCache
  /** Reads the newest page. @default false */
  readonly isPaged?: boolean | undefined
}

/** What a cache has at the start of a query. Sends no request, so it works offline. */
export async function readCached(
  client: Client,
  query: ParsedLogQuery,
  { cache, isPaged = false }: ReadCachedOptions,
): Promise<LogsSnapshot> {
  const { range } = query
  // Only nodes know the number of a block given by its hash, or which blocks are the newest.
  if ('blockHash' in range || isBlockHash(range.toBlock)) return LogsSnapshot.empty
  const { fromBlock, toBlock } = range
  const options = { cache, isCacheOnly: true, wholeBlocks: isPaged }
  let found = LogsSnapshot.empty.withPages(isPaged ? emptyPages(range) : undefined)
  for await (const event of scanRange(getPool(client), query, { fromBlock, toBlock }, options))
    found = applyScanEvent(found, isPaged ? withoutLimit(event) : event)
  return isPaged ? found.ended() : found
}
