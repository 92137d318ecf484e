import { NodeError } from '../errors/NodeError.ts'

/**
 * A JSON-RPC quantity as a `bigint`. Bounded: no number of a chain needs more than 32 bytes.
 *
 * @throws {@link NodeError} of kind `malformed` when it is none.
 */
export function parseQuantity(value: unknown, method: string): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new NodeError(`A node answered ${method} with something that is not a number.`, {
    kind: 'malformed',
    method,
    advice: 'Use another endpoint.',
  })
}
