import type { RangeLogs } from '../columns/RangeLogs.ts'
import type { BlockInterval } from '../Coverage.ts'
import type { LogList } from '../list/LogList.ts'
import type { LogRow } from '../Log.ts'

/** What a scan yields, in the order of its query. Each block is yielded once, unless a `reset` comes in between. */
export type ScanEvent<row = LogRow> =
  /**
   * First: the blocks that the scan will read, `undefined` when there are none yet. Repeated, perhaps with a wider range,
   * when cached blocks were yielded before the head was known.
   */
  | {
      readonly type: 'planned'
      readonly range: BlockInterval | undefined
      /** The blocks of the query, with tags as numbers. May reach beyond the head. */
      readonly requested: BlockInterval
      /** The newest known block; `undefined` when it was not needed, or is not known yet. */
      readonly head: bigint | undefined
      /** Set while the head that the query reaches up to is not known: only cached blocks are yielded, then another `planned`. */
      readonly isTentative?: boolean | undefined
      readonly order: 'asc' | 'desc'
      /** The query's limit. */
      readonly limit: number | undefined
    }
  /** The blocks of `range` are complete: `logs` has every matching log in them, verified. */
  | (RangeLogs & {
      readonly type: 'logs'
      /** Blocks that were read, but whose logs are cut off by the query's `limit`. `undefined` when none are. */
      readonly trimmed: BlockInterval | undefined
      /** The rows of `selection`, in the order of the query. */
      readonly logs: LogList<row>
      /** Malformed or unrequested logs left out of the answers. */
      readonly rejected: number
    })
  /**
   * Some logs of these blocks. They are correct, but others may be missing; a `logs` event with all of them follows once
   * that is known, unless the blocks fail.
   */
  | (Omit<RangeLogs, 'source'> & {
      readonly type: 'preview'
      /** The rows of `selection`, in the order of the query. */
      readonly logs: LogList<LogRow>
    })
  /** These blocks could not be read. */
  | { readonly type: 'failed'; readonly range: BlockInterval; readonly error: Error }
  /**
   * Discard all earlier events; the scan starts over. `chain`: the cache was of another chain. `reorg`: blocks were
   * replaced during the scan. `head`: earlier logs are still valid, but newer blocks come before them. `archive`: an
   * archive has other logs than the nodes, and is no longer used.
   */
  | { readonly type: 'reset'; readonly reason: 'chain' | 'reorg' | 'head' | 'archive' }

export type ScanEvents<result> = AsyncGenerator<ScanEvent, result, void>
