/** An inclusive interval of blocks. */
export interface BlockInterval {
  readonly from: bigint
  readonly to: bigint
}

/** Blocks that could not be read, and why. */
export interface FailedInterval {
  readonly range: BlockInterval
  readonly error: Error
}

/** What a result knows: where it is complete, what is still being read, and what could not be. Sorted, not overlapping. */
export interface Coverage {
  /** Every matching log of these blocks is in the result. */
  readonly verified: readonly BlockInterval[]
  /** Asked for, not answered yet, or beyond the newest block a node has shown. */
  readonly pending: readonly BlockInterval[]
  readonly failed: readonly FailedInterval[]
}
