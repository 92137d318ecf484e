/** The lower and upper bound of an estimate; equal when nothing is uncertain. */
export interface Expected {
  readonly low: number
  readonly high: number
}

/** How many logs match a query, as far as that is known without reading them. */
export interface LogsCount {
  readonly logs: number
  /** The blocks whose logs are counted. */
  readonly blocks: bigint
  /** Whether these are all blocks of the query. */
  readonly isComplete: boolean
}

/** The estimated cost of a scan. */
export interface ScanEstimate {
  /** Blocks of the query, up to the newest one known. */
  readonly blocks: bigint
  /** The blocks that would have to be read from nodes; the others are cached or archived. */
  readonly missingBlocks: bigint
  /** The matching logs that are known before any is read: those of the cache and of an archive's keys. */
  readonly counted?: LogsCount | undefined
  /** JSON-RPC calls. */
  readonly requests: Expected
  readonly seconds: Expected
  /** `requests` as a share of the day's quota, from 0 to 1; `undefined` without a quota. */
  readonly share: Expected | undefined
  /** Whether it may need more calls than are left today. */
  readonly exceedsBudget: boolean
  /** Whether logs of this filter have been counted before; if `'unknown'`, the bounds are far apart. */
  readonly density: 'seen' | 'unknown'
  /** What the estimate is based on. */
  readonly basis: ScanEstimateBasis
}

export interface ScanEstimateBasis {
  /** Logs per block; `undefined` when none of the filter's blocks have been read yet. */
  readonly logsPerBlock: number | undefined
  /** Most blocks per call, as learned from the endpoints; `undefined` when none has refused a range. */
  readonly blockRange: number | undefined
  /** Most logs per answer, as learned from the endpoints. */
  readonly results: number | undefined
  /** Typical latency in milliseconds; `undefined` before the first answer. */
  readonly latency: number | undefined
  /** Usable endpoints. */
  readonly endpoints: number
  /** Calls left today; `undefined` without a quota. */
  readonly remaining: number | undefined
  /** Whether further calls are refused, see `BudgetStatus`. */
  readonly enforced?: boolean | undefined
}
