import { readQuantity } from '../parseQuantity.ts'
import type { PoolCall } from '../Pool.ts'

/** The head that the result of a call reports, if any. */
export function readHead({ method, params }: PoolCall, result: unknown): bigint | undefined {
  if (method === 'eth_blockNumber') return readQuantity(result)
  if (method !== 'eth_getBlockByNumber' || !Array.isArray(params) || params[0] !== 'latest') return undefined
  return typeof result === 'object' && result !== null && 'number' in result
    ? readQuantity(result.number)
    : undefined
}
