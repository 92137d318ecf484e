import type { Budget, BudgetStatus } from '../rpc/Budget.ts'
import { CallLimitError } from './outcome.ts'

/** A day's budget that also counts the calls of this command alone, and refuses those beyond `maxCalls`. */
export class RunBudget implements Budget {
  readonly #daily: Budget
  readonly #network: string
  readonly #maxCalls: number
  #calls = 0

  constructor(daily: Budget, network: string, maxCalls = Number.POSITIVE_INFINITY) {
    this.#daily = daily
    this.#network = network
    this.#maxCalls = maxCalls
  }

  /** The calls of this command. */
  get calls(): number {
    return this.#calls
  }

  getStatus(): BudgetStatus {
    const status = this.#daily.getStatus()
    const left = Math.min(this.#maxCalls - this.#calls, status.remaining ?? Number.POSITIVE_INFINITY)
    return left === Number.POSITIVE_INFINITY ? status : { ...status, remaining: Math.max(0, left) }
  }

  subscribe(listener: () => void): () => void {
    return this.#daily.subscribe(listener)
  }

  ignore(isIgnored?: boolean): void {
    this.#daily.ignore(isIgnored)
  }

  spend(count: number, options?: { force?: boolean | undefined }): void {
    if (this.#calls + count > this.#maxCalls && !options?.force) {
      const { resetsAt } = this.#daily.getStatus()
      throw new CallLimitError(this.#network, { used: this.#calls, quota: this.#maxCalls, resetsAt })
    }
    this.#daily.spend(count, options)
    this.#calls += count
  }

  close(): void {
    this.#daily.close()
  }
}
