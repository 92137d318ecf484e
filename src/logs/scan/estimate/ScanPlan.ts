/** The blocks that a scan would read. Plain and JSON-safe. */
export interface ScanPlan {
  /** In the order of the query. */
  readonly parts: readonly PlannedPart[]
  /** The query's limit. */
  readonly limit?: number | undefined
  /** Calls other than those for logs. */
  readonly otherCalls: number
  /** Blocks to read that are not final. @default 0 */
  readonly replaceableBlocks?: number | undefined
  /** Logs per block of this filter, if they have been counted. */
  readonly logsPerBlock?: number | undefined
  /** Calls per chunk: one for each part of the filter. @default 1 */
  readonly callsPerChunk?: number | undefined
  /** Whether the query also covers blocks that no node has shown yet. @default false */
  readonly isAhead?: boolean | undefined
  /** Whether the filter matches every log of every contract. */
  readonly takesAll: boolean
}

/** Consecutive blocks that are all cached, all archived, or all to be read. */
export interface PlannedPart {
  readonly blocks: number
  /** How many logs are cached or archived; `undefined` when they have to be read. */
  readonly logs?: number | undefined
  /** Whether `logs` is exact, not an upper bound. */
  readonly isCounted?: boolean | undefined
}
