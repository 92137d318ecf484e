/** What a scan would have to go through. Plain and JSON-safe. */
export interface ScanPlan {
  /** In the order of the query. */
  readonly parts: readonly PlannedPart[]
  /** At most this many logs are wanted. */
  readonly limit?: number | undefined
  /** Calls it makes beside those for logs. */
  readonly otherCalls: number
  /** Logs per block of this filter where they have been counted. */
  readonly logsPerBlock?: number | undefined
  /** Whether the filter takes any log of any contract. */
  readonly takesAll: boolean
}

/** Blocks in a row that are all held, or all to be read. */
export interface PlannedPart {
  readonly blocks: number
  /** How many logs are held of them; `undefined` where they have to be read. */
  readonly logs?: number | undefined
}
