import { NodeError } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'

/** The newest block that each endpoint has shown, by its name. */
export function headsOf(pool: Pool): ReadonlyMap<string, bigint | undefined> {
  return new Map(pool.getStatus().map(({ name, head }) => [name, head]))
}

/** Reads an endpoint's head, which the pool remembers. Resolves to the error when that fails. */
export async function refreshHead(
  pool: Pool,
  endpoint: string,
  signal: AbortSignal | undefined,
): Promise<NodeError | undefined> {
  try {
    await pool.request({ method: 'eth_blockNumber', params: [] }, { signal, endpoint })
    return undefined
  } catch (error) {
    if (error instanceof NodeError) return error
    throw error
  }
}
