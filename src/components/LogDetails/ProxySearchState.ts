/** The question whether a contract is a proxy, once someone asks it. */
export interface ProxySearchState {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly error?: Error | null | undefined
  /** Asks, or asks again. */
  readonly onAsk: () => void
}
