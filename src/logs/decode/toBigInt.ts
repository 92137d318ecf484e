import type { AbiValue } from '../Log.ts'

/** An integer value as `bigint`; `undefined` for other values. */
export function toBigInt(value: AbiValue): bigint | undefined {
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : undefined
}
