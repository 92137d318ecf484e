import type { Client, Hash } from 'viem'
import { readBlockTimestamp } from '../logs/chain/readBlockTimestamp.ts'
import { getPool } from '../rpc/pool/getPool.ts'

/** Calls in flight: they share batches. */
const maxInFlight = 500

/**
 * Reads block timestamps, in seconds since the epoch (`eth_getBlockByHash`), each block once. Blocks are given by
 * hash, as in logs, so that the result stays right after a reorg.
 *
 * @throws {@link NodeError} if a block cannot be read; the signal's reason when it fires.
 *
 * @example
 * const times = await blockTimestamps(client, [log.blockHash])
 * console.log(times.get(log.blockHash))
 */
export async function blockTimestamps(
  client: Client,
  blocks: readonly Hash[],
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<ReadonlyMap<Hash, bigint>> {
  const pool = getPool(client)
  const hashes = [...new Set(blocks)]
  const times = new Map<Hash, bigint>()
  for (let at = 0; at < hashes.length; at += maxInFlight) {
    const some = hashes.slice(at, at + maxInFlight)
    const read = await Promise.all(some.map((hash) => readBlockTimestamp(pool, hash, signal)))
    for (const [index, hash] of some.entries()) times.set(hash, read[index]!)
  }
  return times
}
