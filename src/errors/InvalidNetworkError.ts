import { BaseError } from './BaseError.ts'

/** A network is not configured, or its definition is invalid. Thrown before any request. */
export class InvalidNetworkError extends BaseError {
  override name = 'InvalidNetworkError'
  /** The network's name. */
  readonly network: string

  constructor(network: string, problem: string, advice: string) {
    super(`The network "${network}" cannot be used: ${problem}.`, { advice })
    this.network = network
  }
}
