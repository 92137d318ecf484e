import { NodeError } from '../errors/NodeError.ts'

/** A JSON-RPC quantity of at most 8 bytes, such as a timestamp; `undefined` for anything else. */
export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[\da-f]{1,16}$/i.test(value) ? BigInt(value) : undefined
}

/** A block number; `undefined` for more than 53 bits. No chain has more blocks, and reading up to such a head would never end. */
export function readHeight(value: unknown): bigint | undefined {
  const number = readQuantity(value)
  return number !== undefined && number <= Number.MAX_SAFE_INTEGER ? number : undefined
}

/** {@link readQuantity}, or another reading. @throws {@link NodeError} of kind `malformed` for anything else. */
export function parseQuantity(value: unknown, method: string, read = readQuantity): bigint {
  const quantity = read(value)
  if (quantity !== undefined) return quantity
  throw new NodeError(`A node answered ${method} with an invalid number.`, {
    kind: 'malformed',
    method,
    advice: 'Use another endpoint.',
  })
}
