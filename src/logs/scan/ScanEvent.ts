import type { BlockInterval } from '../Coverage.ts'
import type { LogRow } from '../Log.ts'
import type { LogList } from '../list/LogList.ts'
import type { LogSelection } from '../columns/LogSelection.ts'

/** What a scan tells, in the order of its query. A block is told once, unless a `reset` came in between. */
export type ScanEvent<row = LogRow> =
  /**
   * First: the blocks it will read, `undefined` when there are none yet. Once more, and wider perhaps, when some were held
   * and told before the head was known.
   */
  | {
      readonly type: 'planned'
      readonly range: BlockInterval | undefined
      /** The blocks asked for, tags made numbers. May reach beyond the head. */
      readonly requested: BlockInterval
      /** The newest block a node showed; `undefined` when none had to be asked. */
      readonly head: bigint | undefined
      readonly order: 'asc' | 'desc'
      /** The query's limit. */
      readonly limit: number | undefined
    }
  /** The blocks of `range` are complete: `logs` has all there is in them, verified. */
  | {
      readonly type: 'logs'
      readonly range: BlockInterval
      /**
       * Read as well, but beyond the query's `limit`: `logs` has some of their logs at most. `undefined` when the limit cut
       * nothing off.
       */
      readonly trimmed: BlockInterval | undefined
      /** In the order of the query. */
      readonly logs: LogList<row>
      /** The same, packed, oldest first. */
      readonly selection: LogSelection
      /** Who answered; `undefined` when it was held already. */
      readonly endpoint: string | undefined
      /** Logs the endpoint sent that nobody had asked for, or that were malformed. */
      readonly rejected: number
    }
  /**
   * Some logs of these blocks, which are told again by `logs` once it is known that no others are missing. Where that fails,
   * they are right, and perhaps not all.
   */
  | {
      readonly type: 'preview'
      readonly range: BlockInterval
      /** In the order of the query. */
      readonly logs: LogList<LogRow>
      /** The same, packed, oldest first. */
      readonly selection: LogSelection
      readonly endpoint: string
    }
  /** These blocks could not be read. */
  | { readonly type: 'failed'; readonly range: BlockInterval; readonly error: Error }
  /**
   * All that was told so far is void, and is told again: the chain is not the one that the cache knew, or a reorganisation
   * came in between. With `head`, it is still so, but newer blocks come before it.
   */
  | { readonly type: 'reset'; readonly reason: 'chain' | 'reorg' | 'head' }
