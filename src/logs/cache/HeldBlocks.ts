import type { BlockInterval } from '../Coverage.ts'
import type { LogSelection } from '../columns/LogSelection.ts'

/** Blocks that can never change, and all logs of theirs that were asked for. */
export interface HeldPart {
  readonly range: BlockInterval
  readonly selection: LogSelection
}

/** Which final blocks of a range are held, in memory or in storage. */
export interface HeldBlocks {
  /** In the order asked for, without overlap. One that storage can no longer give is left out of the parts. */
  readonly ranges: readonly BlockInterval[]
  /**
   * The logs in the same order, each part fetched when it is asked for. However much there is, the page gets its turn
   * every few milliseconds. Ends with the signal's reason when it fires.
   */
  read(signal?: AbortSignal): AsyncGenerator<HeldPart, void, void>
}
