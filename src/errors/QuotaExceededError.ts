import { BaseError } from './BaseError.ts'

/** Today's budget of JSON-RPC calls is spent. Thrown before the request. */
export class QuotaExceededError extends BaseError {
  override name = 'QuotaExceededError'
  readonly used: number
  readonly quota: number
  /** When the budget resets, in milliseconds since the epoch. */
  readonly resetsAt: number

  constructor(network: string, options: { used: number; quota: number; resetsAt: number }) {
    const { used, quota, resetsAt } = options
    super(`Today's budget of ${quota} calls to ${network} is spent.`, {
      advice: `Wait until ${new Date(resetsAt).toISOString()}, or exceed the budget.`,
    })
    this.used = used
    this.quota = quota
    this.resetsAt = resetsAt
  }
}
