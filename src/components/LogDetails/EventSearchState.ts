/** The look-up of an event that nobody knows, once someone wants it. */
export interface EventSearchState {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  /** Whom it would be asked of, and what each would be told. */
  readonly services: readonly { readonly name: string; readonly asks: 'topic' | 'address' }[]
  readonly error?: Error | null | undefined
  /** Asks, or asks again. */
  readonly onLookUp: () => void
}
