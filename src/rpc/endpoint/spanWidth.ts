import { blockSpan } from '../blockSpan.ts'

/** How many blocks the parameters of a call name; `undefined` with tags or none. */
export function spanWidth(params: unknown): bigint | undefined {
  const span = blockSpan(params)
  return span && span[1] - span[0] + 1n
}
