import type { Address } from 'viem'

/** A check, on demand, whether there is a contract at the filtered address. */
export interface CodeCheck {
  readonly address: Address
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  /** The answer. */
  readonly hasCode?: boolean | undefined
  readonly error?: Error | null | undefined
  /** Starts or repeats the check. */
  readonly onCheck: () => void
}
