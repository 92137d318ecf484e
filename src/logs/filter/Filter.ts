import type { Address, Hex } from 'viem'

/**
 * A log filter in canonical form: addresses and topics in lower case, alternatives sorted and without repeats.
 * Equivalent filters are equal as JSON. Never holds a range.
 */
export type Filter = FilterPart | UnitedFilter

/** A filter that a node can apply. */
export interface FilterPart {
  /** Any of these contracts; `undefined` means all. Never empty. */
  readonly address: readonly Address[] | undefined
  /**
   * By position: `null` is anything, a list is any of its values. Trailing `null`s count: they require that many
   * topics.
   */
  readonly topics: readonly (readonly Hex[] | null)[]
  readonly anyOf?: undefined
}

/** A filter that takes one call for each of its parts. */
export interface UnitedFilter extends Omit<FilterPart, 'anyOf'> {
  /** A log must match one of these: at least two, sorted, none within another. All of them lie within `address` and `topics`. */
  readonly anyOf: readonly FilterPart[]
}

/** The filters that a node can apply, which together match the same logs. */
export function partsOf(filter: Filter): readonly FilterPart[] {
  return filter.anyOf ?? [filter]
}

/** A part as text: equal for equal parts. */
export function partKey({ address, topics }: FilterPart): string {
  return JSON.stringify([address ?? null, topics])
}

/** Alternatives sorted, without duplicates. */
export function canonical<hex extends Hex>(list: readonly hex[]): readonly hex[] {
  return [...new Set(list)].sort()
}
