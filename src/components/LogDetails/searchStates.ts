import type { LogRow } from '../../logs/Log.ts'

/** The lookup of an unknown event, on demand. */
export interface EventSearchState {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  /** The services, and what is sent to each. */
  readonly services: readonly { readonly name: string; readonly asks: 'topic' | 'address' }[]
  readonly error?: Error | null | undefined
  /** Starts or repeats the check. */
  readonly onLookUp: () => void
}

/** A check, on demand, whether a contract is a proxy. */
export interface ProxySearchState {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly error?: Error | null | undefined
  /** Starts or repeats the check. */
  readonly onAsk: () => void
}

/** The other logs of a transaction, read on demand. */
export interface TransactionLogs {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly logs?: readonly LogRow[] | undefined
  readonly error?: Error | null | undefined
  /** Starts or repeats the read. */
  readonly onRead: () => void
}
