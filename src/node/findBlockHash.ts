import { readHash, type ShownBlock } from '../logs/cache/identifyChain.ts'
import { hasOtherEndpoints } from '../rpc/endpoint/requestEndpoints.ts'
import type { Pool } from '../rpc/Pool.ts'

/** Reads the hash of a block (`eth_getBlockByNumber`) from any endpoint that has it: `isBeyond` if it is above all heads. */
export async function findBlockHash(
  pool: Pool,
  number: bigint,
  signal: AbortSignal | undefined,
): Promise<Omit<ShownBlock, 'endpoint'>> {
  const exclude: string[] = []
  let isBeyond = true
  for (;;) {
    const shown = await readHash(pool, number, signal, { exclude })
    isBeyond &&= shown.isBeyond
    if (shown.hash !== undefined || shown.endpoint === undefined) return { hash: shown.hash, isBeyond }
    exclude.push(shown.endpoint)
    // Another endpoint may be ahead of this one.
    if (!hasOtherEndpoints(pool, exclude)) return { hash: undefined, isBeyond }
  }
}
