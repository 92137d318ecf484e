/** The least and the most that is expected; equal where nothing is uncertain. */
export interface Expected {
  readonly low: number
  readonly high: number
}

/** What a scan would cost, told before it runs. */
export interface ScanEstimate {
  /** Blocks asked for, up to the newest one known. */
  readonly blocks: bigint
  /** Those of them that would have to be read: the others are held already. */
  readonly missingBlocks: bigint
  /** JSON-RPC calls. */
  readonly requests: Expected
  readonly seconds: Expected
  /** `requests` as a share of the day's quota, 1 being all of it; `undefined` where calls are not rationed. */
  readonly share: Expected | undefined
  /** Whether it may need more calls than are left today. */
  readonly exceedsBudget: boolean
  /** Whether logs of this filter have been counted before; when `'unknown'`, the bounds lie far apart. */
  readonly density: 'seen' | 'unknown'
  /** What the figures rest on. */
  readonly basis: ScanEstimateBasis
}

export interface ScanEstimateBasis {
  /** Logs per block; `undefined` when none of the filter's blocks have been read yet. */
  readonly logsPerBlock: number | undefined
  /** Most blocks in one call, as learned from the endpoints; `undefined` when none has refused any. */
  readonly blockRange: number | undefined
  /** Most logs in one answer, as learned. */
  readonly results: number | undefined
  /** Typical time of an answer in milliseconds; `undefined` before the first one. */
  readonly latency: number | undefined
  /** Endpoints that can be asked. */
  readonly endpoints: number
  /** Calls left today; `undefined` where they are not rationed. */
  readonly remaining: number | undefined
}
