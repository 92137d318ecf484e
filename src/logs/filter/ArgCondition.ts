/** A condition on a decoded argument, for those that nodes cannot filter by. `matchesWhere` applies it to logs. */
export interface ArgCondition {
  /** Position among all arguments of the event, the indexed ones included. */
  readonly arg: number
  /** `atLeast` and `atMost` are for numbers and take one value; `contains` is for text and ignores case. */
  readonly is: 'anyOf' | 'atLeast' | 'atMost' | 'contains'
  /** Integers as bigint, hex and text as strings. */
  readonly values: readonly (bigint | string | boolean)[]
}
