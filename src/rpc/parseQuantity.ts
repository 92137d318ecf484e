import { NodeError } from '../errors/NodeError.ts'

/**
 * A JSON-RPC quantity of at most 53 bits, such as a block number; `undefined` for anything else. No chain has more blocks, and
 * reading up to such a head would never end.
 */
export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x0*1?[\da-f]{1,13}$/i.test(value) ? BigInt(value) : undefined
}

/** {@link readQuantity}. @throws {@link NodeError} of kind `malformed` for anything else. */
export function parseQuantity(value: unknown, method: string): bigint {
  const quantity = readQuantity(value)
  if (quantity !== undefined) return quantity
  throw new NodeError(`A node answered ${method} with an invalid number.`, {
    kind: 'malformed',
    method,
    advice: 'Use another endpoint.',
  })
}
