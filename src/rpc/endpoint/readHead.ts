import type { PoolCall } from '../Pool.ts'

const quantity = /^0x[0-9a-f]{1,16}$/i

/** The head that a result shows, if it shows one. */
export function readHead({ method, params }: PoolCall, result: unknown): bigint | undefined {
  if (method === 'eth_blockNumber') return read(result)
  if (method !== 'eth_getBlockByNumber' || !Array.isArray(params) || params[0] !== 'latest') return undefined
  return typeof result === 'object' && result !== null && 'number' in result ? read(result.number) : undefined
}

function read(value: unknown): bigint | undefined {
  return typeof value === 'string' && quantity.test(value) ? BigInt(value) : undefined
}
