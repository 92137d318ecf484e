import type { LogRow } from '../../logs/Log.ts'

/** The lookup of an unknown event, on demand. */
export interface EventSearchState {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  /** Whom it would be asked of, and what each would be told. */
  readonly services: readonly { readonly name: string; readonly asks: 'topic' | 'address' }[]
  readonly error?: Error | null | undefined
  /** Starts or repeats the check. */
  readonly onLookUp: () => void
}

/** The question whether a contract is a proxy, once someone asks it. */
export interface ProxySearchState {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly error?: Error | null | undefined
  /** Starts or repeats the check. */
  readonly onAsk: () => void
}

/** The other logs of a transaction, once someone wants them. */
export interface TransactionLogs {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly logs?: readonly LogRow[] | undefined
  readonly error?: Error | null | undefined
  /** Asks for them, or asks again. */
  readonly onRead: () => void
}
