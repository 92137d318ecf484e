/** The state of a budget. The same object until something changes. */
export interface BudgetStatus {
  /** The UTC day it counts: `2026-11-21`. */
  readonly day: string
  /** JSON-RPC calls sent today by all tabs. */
  readonly used: number
  /** Calls allowed per day; `undefined` if there is no limit. */
  readonly quota: number | undefined
  readonly remaining: number | undefined
  /** When the next UTC day begins, in milliseconds since the epoch. */
  readonly resetsAt: number
  /** Whether the quota is ignored for the rest of the day. */
  readonly ignored: boolean
  /** Whether the server that forwards the calls refuses those beyond the quota: it cannot be ignored. */
  readonly enforced?: boolean | undefined
}

/** Counts JSON-RPC calls to one network per UTC day. */
export interface Budget {
  getStatus(): BudgetStatus
  subscribe(listener: () => void): () => void
  /** Ignores the quota until the day ends; with `false`, applies it again. */
  ignore(isIgnored?: boolean): void
  /**
   * Counts calls before they are sent.
   *
   * @throws {@link QuotaExceededError} if they would exceed the quota; nothing is counted then.
   */
  spend(calls: number, options?: { force?: boolean | undefined }): void
  close(): void
}

/** Where counts are stored: `localStorage`, or anything with its interface. */
export type BudgetStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'> & {
  /** Runs `work` while no other process can write: all of them then share one count. */
  readonly transaction?: (<result>(work: () => result) => result) | undefined
  /** Calls `listener` when another process has changed the count; returns a function that unsubscribes it. */
  readonly subscribe?: ((listener: () => void) => () => void) | undefined
  /** Whether calls beyond the quota are refused, as by a server that counts them. @default false */
  readonly enforced?: boolean | undefined
}
