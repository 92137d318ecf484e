/**
 * What an argument must be for a log to be shown. Nodes know nothing of it: it sifts what they sent, by `matchesWhere`.
 * For arguments that are not indexed, which no node can filter by.
 */
export interface ArgCondition {
  /** Position among all arguments of the event, the indexed ones included. */
  readonly arg: number
  /** `atLeast` and `atMost` are for numbers and take one value; `contains` is for text, whatever its capitals. */
  readonly is: 'anyOf' | 'atLeast' | 'atMost' | 'contains'
  /** Whole numbers as bigint, hex and text as strings. */
  readonly values: readonly (bigint | string | boolean)[]
}
