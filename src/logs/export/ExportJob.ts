/** An export and its progress. */
export interface ExportJob {
  readonly status: 'running' | 'done' | 'cancelled' | 'failed'
  readonly fileName: string
  /** From 0 to 1. */
  readonly fraction: number
  /** Logs written. */
  readonly written: number
  /** Why it failed. */
  readonly error?: Error | undefined
}
