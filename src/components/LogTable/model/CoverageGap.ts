import type { BlockInterval } from '../../../logs/Coverage.ts'

/** Blocks between two rows that may have more logs than shown. */
export interface CoverageGap {
  /** `awaiting`: the blocks do not exist yet, or are not final yet. */
  readonly state: 'failed' | 'pending' | 'awaiting' | 'not-requested'
  /** From the first to the last of its blocks. */
  readonly range: BlockInterval
  /** Number of missing blocks: fewer than `range` spans if some were read and have no log. */
  readonly blocks: bigint
  readonly parts: readonly BlockInterval[]
  /** The error of the first failed part. */
  readonly error: Error | undefined
  /** Number of logs before it. */
  readonly before: number
  /** The chain id and name of its network, if there are several. */
  readonly chainId?: number | undefined
  readonly network?: string | undefined
  /** Reads blocks of its network again. */
  readonly onRetryRange?: ((range: BlockInterval) => void) | undefined
}
