import { BaseError } from './BaseError.ts'

/** A service that was asked what an event means gave no usable answer. */
export class LookupError extends BaseError {
  override name = 'LookupError'
  /** The service's host. */
  readonly service: string

  constructor(service: string, problem: string, details?: string) {
    super(`${service} ${problem}.`, { advice: 'Ask again later, or give the ABI of the contract.', details })
    this.service = service
  }
}
