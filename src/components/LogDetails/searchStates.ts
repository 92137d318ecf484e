import type { TokenUnit } from '../../logs/decode/TokenUnit.ts'
import type { LogRow } from '../../logs/Log.ts'
import type { LogTransaction } from '../../logs/lookup/LogTransaction.ts'

/** The lookup of an unknown event, on demand. */
export interface EventSearchState {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  /** The services, and what is sent to each. */
  readonly services: readonly { readonly name: string; readonly by: 'topic' | 'address' }[]
  readonly error?: Error | null | undefined
  /** Starts or repeats the lookup. */
  readonly onLookUp: () => void
}

/** A check, on demand, whether a contract is a proxy. */
export interface ProxySearchState {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly error?: Error | null | undefined
  /** Starts or repeats the check. */
  readonly onCheck: () => void
}

/** A read of the token's unit, on demand. */
export interface TokenSearchState {
  /** `success` without a `token` means that the contract has no unit. */
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly error?: Error | null | undefined
  /** Starts or repeats the read. */
  readonly onRead: () => void
}

/** The other logs of a transaction, read on demand. */
export interface TransactionLogs {
  readonly status: 'idle' | 'loading' | 'success' | 'error'
  readonly logs?: readonly LogRow[] | undefined
  readonly error?: Error | null | undefined
  /** Starts or repeats the read. */
  readonly onRead: () => void
}

/** The function that a transaction calls. Its texts are untrusted. */
export interface DecodedCall {
  readonly name: string
  readonly signature: string
  /** Whole numbers are `bigint`, lists and tuples JSON. */
  readonly args: readonly { readonly name: string; readonly value: string | bigint }[]
}

/** The transaction of the log, as `useLogTransaction` reads it. */
export interface TransactionState {
  readonly data?: LogTransaction | null | undefined
  /** The called function, if an ABI has it. */
  readonly call?: DecodedCall | undefined
  /** The unit of the network's currency. @default ETH */
  readonly currency?: TokenUnit | undefined
}
