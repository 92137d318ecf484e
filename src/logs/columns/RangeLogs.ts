import type { BlockInterval } from '../Coverage.ts'
import type { LogSelection } from './LogSelection.ts'

/** A range of blocks with its matching logs, as passed on from a node's answer to the snapshot. */
export interface RangeLogs {
  readonly range: BlockInterval
  /** Its logs, packed, oldest first. */
  readonly selection: LogSelection
  /** The endpoint that answered; `undefined` when the logs come from the cache, or from several answers. */
  readonly endpoint?: string | undefined
  /** Set if the logs come from an archive, whose host is `endpoint`: no node has confirmed that none is missing. */
  readonly source?: 'archive' | undefined
  /** Malformed or unrequested logs left out of the answer. @default 0 */
  readonly rejected?: number | undefined
}
