import { NodeError } from '../errors/NodeError.ts'

const blockQuantity = /^0x[0-9a-f]{1,16}$/i

/** A JSON-RPC quantity of at most 8 bytes, such as a block number; `undefined` for anything else. */
export function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && blockQuantity.test(value) ? BigInt(value) : undefined
}

/**
 * A JSON-RPC quantity as a `bigint`. Limited to 32 bytes: no number of a chain is larger.
 *
 * @throws {@link NodeError} of kind `malformed` for anything else.
 */
export function parseQuantity(value: unknown, method: string): bigint {
  if (typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value)) return BigInt(value)
  throw new NodeError(`A node answered ${method} with something that is not a number.`, {
    kind: 'malformed',
    method,
    advice: 'Use another endpoint.',
  })
}
