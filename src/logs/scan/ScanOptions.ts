import type { LogCache } from '../cache/LogCache.ts'
import type { ScanControl } from './createScanControl.ts'

export interface ScanOptions {
  /**
   * Final blocks are read from this cache, also for narrower filters, and added to it. Persisted blocks at the start of the
   * query are yielded at once, and reset if the chain turns out to be another one with the same id.
   * @default none
   */
  cache?: LogCache | undefined
  /** Ends the scan: no request is sent after it fires. */
  signal?: AbortSignal | undefined
  /** Pauses and resumes the scan, and may let it exceed the budget while it runs. */
  control?: ScanControl | undefined
  /** Continues even when the daily budget is spent. Other scans still respect it. @default false */
  ignoreBudget?: boolean | undefined
  /**
   * With a `limit`: also the other logs of the block that reaches it, so that another scan can continue with the next
   * block.
   * @default false
   */
  wholeBlocks?: boolean | undefined
  /** Reads the newest block number even if all wanted logs are cached (`eth_blockNumber`). @default false */
  needsHead?: boolean | undefined
}

/** Options of scans within the library. */
export interface HistoryOptions extends ScanOptions {
  /** A result is read again: nodes must confirm that they still serve its chain, even if all of it is cached. @default false */
  readonly isRefresh?: boolean | undefined
  /** Yields cached logs at the start of the query, and sends no request: whether their chain is still the same is not known. @default false */
  readonly isCacheOnly?: boolean | undefined
}
