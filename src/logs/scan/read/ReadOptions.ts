import type { NodeError } from '../../../errors/NodeError.ts'
import type { RangeLogs } from '../../columns/RangeLogs.ts'
import type { TailCheck } from './TailCheck.ts'

export interface ReadOptions {
  /** Few logs are expected. */
  readonly small?: boolean | undefined
  /** The endpoint to try first. */
  readonly prefer?: string | undefined
  /** Endpoints to use only when no other can answer. */
  readonly avoid?: readonly string[] | undefined
  /** Endpoints that do not accept this many blocks. */
  readonly narrow?: readonly string[] | undefined
  /** Errors of endpoints that have refused this very interval. */
  readonly refusals?: readonly NodeError[] | undefined
  /** Called with logs that have arrived while it takes longer to confirm that none are missing. */
  readonly onPreview?: ((logs: RangeLogs) => void) | undefined
  /** The lowest block that the caller will read. @default that of the interval */
  readonly floor?: bigint | undefined
  /**
   * The newest final block: later ones may be replaced between two calls, which is checked.
   * @default the end of the interval: the caller makes sure that none was replaced
   */
  readonly finalBlock?: bigint | undefined
  /** Makes sure that this read is of the same chain as those of other blocks that are not final. It takes the place of `finalBlock`. */
  readonly tail?: TailCheck | undefined
}
