import type { Address, Hex } from 'viem'

/**
 * What to look for, in canonical form: addresses and topics in lower case, alternatives sorted and without repeats.
 * Two filters that ask for the same are equal as JSON. Never holds a range.
 */
export interface Filter {
  /** Any of these contracts; `undefined` means all. Never empty. */
  readonly address: readonly Address[] | undefined
  /** By position: `null` is anything, a list is any of it. Trailing `null`s count: they ask for that many topics. */
  readonly topics: readonly (readonly Hex[] | null)[]
}

/** Alternatives in their one order, each once. */
export function canonical<hex extends Hex>(list: readonly hex[]): readonly hex[] {
  return [...new Set(list)].sort()
}
