import type { LogRow } from '../../logs/Log.ts'

/** The other logs of a transaction, once someone wants them. */
export interface TransactionLogs {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly logs?: readonly LogRow[] | undefined
  readonly error?: Error | null | undefined
  /** Asks for them, or asks again. */
  readonly onRead: () => void
}
