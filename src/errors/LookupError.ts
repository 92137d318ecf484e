import { BaseError } from './BaseError.ts'

/** An ABI or signature service gave no usable answer. */
export class LookupError extends BaseError {
  override name = 'LookupError'
  /** The service's host. */
  readonly service: string

  constructor(service: string, problem: string, details?: string) {
    super(`${service} ${problem}.`, {
      advice: 'Try again later, or provide the ABI of the contract.',
      details,
    })
    this.service = service
  }
}
