import { BaseError } from './BaseError.ts'

/** A network that cannot be used as it was defined. */
export class InvalidNetworkError extends BaseError {
  override name = 'InvalidNetworkError'
  /** Its name. */
  readonly network: string

  constructor(network: string, problem: string, advice: string) {
    super(`The network "${network}" cannot be used: ${problem}.`, { advice })
    this.network = network
  }
}
