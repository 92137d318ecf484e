import type { LogCache } from '../cache/LogCache.ts'
import type { ScanControl } from './createScanControl.ts'

export interface ScanOptions {
  /**
   * Blocks that can never change are taken from here, also for wider filters, and put here. What outlived the page is told
   * at once where the query begins with it, and taken back when the chain turns out to be another of the same id.
   * @default none
   */
  cache?: LogCache | undefined
  /** Ends the scan: nothing is sent after it fires. */
  signal?: AbortSignal | undefined
  /** Pauses and resumes the scan: while it is paused, no read begins. May also let it go over the budget while it runs. */
  control?: ScanControl | undefined
  /** Read on even when the day's budget is spent. Everybody else is still held to it. @default false */
  ignoreBudget?: boolean | undefined
}
