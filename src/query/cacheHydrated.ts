import { Finality } from '../logs/chain/Finality.ts'
import type { LogsSnapshot } from '../logs/snapshot/LogsSnapshot.ts'
import { getPool } from '../rpc/pool/getPool.ts'
import type { LogsTarget } from './followLogs.ts'

/**
 * Caches the final blocks of a dehydrated or persisted result, so that a scan does not read them again. The scan compares the hash
 * of the highest one with the chain, as it does with all that was cached before the page was loaded.
 */
export function cacheHydrated({ config, chainId, query }: LogsTarget, snapshot: LogsSnapshot): void {
  const { head, coverage, held } = snapshot
  // Its logs were packed together when it was restored.
  const [logs] = held
  if (head === undefined || !logs || 'blockHash' in query.range) return
  const finalTo = Finality.of(getPool(config.getClient(chainId))).finalBlock(head)
  for (const { from, to } of coverage.verified) {
    if (from > finalTo) break
    const range = { from, to: to < finalTo ? to : finalTo }
    config.cache.add(chainId, query.filter, range, logs.segment, { final: true })
  }
}
