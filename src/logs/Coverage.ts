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
 * The state of the requested blocks. Each list is sorted, and no block is in two of them, except that `archived` is
 * part of `verified`. A block in none of them was not requested, or was not read because `limit` was reached.
 */
export interface Coverage {
  /** The result has every matching log in these blocks. */
  readonly verified: readonly BlockInterval[]
  /**
   * The blocks of `verified` that come from an archive. Nodes have confirmed their chain, and every log matches the query,
   * but only the publisher knows that none is missing. Absent if there are none.
   */
  readonly archived?: readonly BlockInterval[]
  /** Read, but the query's `limit` leaves some or all of their logs out. */
  readonly trimmed: readonly BlockInterval[]
  /** Not read yet, or above the newest block a node has reported. */
  readonly pending: readonly BlockInterval[]
  /** Could not be read. */
  readonly failed: readonly FailedInterval[]
}
