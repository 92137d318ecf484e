import type { Address } from 'viem'

/** The question whether there is a contract where logs were looked for, once someone asks it. */
export interface CodeCheck {
  readonly address: Address
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  /** The answer. */
  readonly hasCode?: boolean | undefined
  readonly error?: Error | null | undefined
  /** Asks, or asks again. */
  readonly onAsk: () => void
}
