import type { Client } from 'viem'
import { getPool } from '../../rpc/pool/getPool.ts'
import type { LogCache } from '../cache/LogCache.ts'
import { isBlockHash } from '../filter/ParsedLogQuery.ts'
import type { ParsedLogQuery } from '../filter/ParsedLogQuery.ts'
import { scanRange } from '../scan/scanRange.ts'
import { applyScanEvent } from './applyScanEvent.ts'
import { LogsSnapshot } from './LogsSnapshot.ts'

/** What a cache has at the start of a query. Sends no request, so it works offline. */
export async function readCached(
  client: Client,
  query: ParsedLogQuery,
  cache: LogCache,
): Promise<LogsSnapshot> {
  const { range } = query
  let found = LogsSnapshot.empty
  // Only nodes know the number of a block given by its hash.
  if ('blockHash' in range || isBlockHash(range.toBlock)) return found
  const { fromBlock, toBlock } = range
  const options = { cache, isCacheOnly: true }
  for await (const event of scanRange(getPool(client), query, { fromBlock, toBlock }, options))
    found = applyScanEvent(found, event)
  return found
}
