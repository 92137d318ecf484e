import { BaseError } from './BaseError.ts'

/** A hook was used where no provider is above it. */
export class MissingProviderError extends BaseError {
  override name = 'MissingProviderError'

  constructor() {
    super('There is no <LogsProvider> above this component.', {
      advice: 'Wrap the app in <LogsProvider config={config}>, or pass `config` to the hook.',
    })
  }
}
