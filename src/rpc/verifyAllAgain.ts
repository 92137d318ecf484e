import { NodeError } from '../errors/NodeError.ts'
import type { Pool } from './Pool.ts'

/** After a failure: if no endpoint serves the network any more, the chain ids are checked again before the next call. */
export function verifyAllAgain(pool: Pool, error: unknown): void {
  if (!(error instanceof NodeError) || error.kind !== 'wrong-network') return
  for (const { name, state } of pool.getStatus()) if (state === 'wrong-network') pool.verifyAgain(name)
}
