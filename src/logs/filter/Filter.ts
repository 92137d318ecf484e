import type { Address, Hex } from 'viem'

/**
 * A log filter in canonical form: addresses and topics in lower case, alternatives sorted and without repeats.
 * Equivalent filters are equal as JSON. Never holds a range.
 */
export interface Filter {
  /** Any of these contracts; `undefined` means all. Never empty. */
  readonly address: readonly Address[] | undefined
  /**
   * By position: `null` is anything, a list is any of its values. Trailing `null`s count: they require that many
   * topics.
   */
  readonly topics: readonly (readonly Hex[] | null)[]
}

/** Alternatives sorted, without duplicates. */
export function canonical<hex extends Hex>(list: readonly hex[]): readonly hex[] {
  return [...new Set(list)].sort()
}
