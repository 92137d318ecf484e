import { NodeError } from '../errors/NodeError.ts'

/** At most 53 bits: no chain has more blocks, and reading up to such a head would never end. */
const exact = /^0x0*1?[\da-f]{1,13}$/i

/** A JSON-RPC quantity that is exact as a number, such as a block number; `undefined` for anything else. */
export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && exact.test(value) ? BigInt(value) : undefined
}

/**
 * {@link readQuantity}, or another reading of a quantity.
 *
 * @throws {@link NodeError} of kind `malformed` if it is none.
 */
export function parseQuantity(value: unknown, method: string, read = readQuantity): bigint {
  const quantity = read(value)
  if (quantity !== undefined) return quantity
  throw new NodeError(`A node answered ${method} with an invalid number.`, {
    kind: 'malformed',
    method,
    advice: 'Use another endpoint.',
  })
}
