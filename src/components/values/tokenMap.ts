import type { TokenUnit } from './TokenUnit.ts'

/** Units by address in lower case. */
export function tokenMap(
  tokens: Readonly<Record<string, TokenUnit>> | undefined,
): ReadonlyMap<string, TokenUnit> {
  return new Map(Object.entries(tokens ?? {}).map(([address, unit]) => [address.toLowerCase(), unit]))
}
