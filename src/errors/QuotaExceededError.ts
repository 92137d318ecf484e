import { BaseError } from './BaseError.ts'

/** The day's budget of JSON-RPC calls is spent. Nothing was sent. */
export class QuotaExceededError extends BaseError {
  override name = 'QuotaExceededError'
  readonly used: number
  readonly quota: number
  /** When the next day's budget begins, in milliseconds since the epoch. */
  readonly resetsAt: number

  constructor(network: string, options: { used: number; quota: number; resetsAt: number }) {
    const { used, quota, resetsAt } = options
    super(`Today's budget of ${quota} calls to ${network} is spent.`, {
      advice: `Wait until ${new Date(resetsAt).toISOString()}, or allow going over the budget.`,
    })
    this.used = used
    this.quota = quota
    this.resetsAt = resetsAt
  }
}
