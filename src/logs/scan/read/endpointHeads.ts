import { NodeError } from '../../../errors/NodeError.ts'
import type { Pool } from '../../../rpc/Pool.ts'

/** The newest block that each endpoint has shown, by its name. */
export function headsOf(pool: Pool): ReadonlyMap<string, bigint | undefined> {
  return new Map(pool.getStatus().map(({ name, head }) => [name, head]))
}

/** A block that every endpoint with a known head has shown; `undefined` if none has shown any. */
export function lowestHead(pool: Pool): bigint | undefined {
  let lowest: bigint | undefined
  for (const head of headsOf(pool).values())
    if (head !== undefined && (lowest === undefined || head < lowest)) lowest = head
  return lowest
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
