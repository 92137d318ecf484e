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

/**
 * What a result knows of the blocks that were asked for. Each list is sorted, and no block is in two of them. A block in
 * none of them was not asked for, or not read any more once the query's `limit` was reached.
 */
export interface Coverage {
  /** The result has every matching log of these blocks. */
  readonly verified: readonly BlockInterval[]
  /** Read, but the query's `limit` leaves some or all of their logs out. */
  readonly trimmed: readonly BlockInterval[]
  /** Asked for, not answered yet, or beyond the newest block a node has shown. */
  readonly pending: readonly BlockInterval[]
  /** Could not be read. */
  readonly failed: readonly FailedInterval[]
}
