import type { BlockInterval } from '../../../logs/Coverage.ts'

/** Blocks between two rows, of which it is not known that all logs are shown. */
export interface CoverageGap {
  readonly state: 'failed' | 'pending' | 'not-asked'
  /** From the first to the last of its blocks. */
  readonly range: BlockInterval
  /** How many blocks it is: fewer than `range` spans when some of those were read and hold no log. */
  readonly blocks: bigint
  readonly parts: readonly BlockInterval[]
  /** Why, of the first part that failed. */
  readonly error: Error | undefined
  /** How many logs stand before it. */
  readonly before: number
}
