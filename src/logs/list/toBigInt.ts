import type { AbiValue } from '../Log.ts'

/** A value that is a whole number, as `bigint`; `undefined` for any other. */
export function toBigInt(value: AbiValue): bigint | undefined {
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : undefined
}
