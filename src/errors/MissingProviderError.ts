import { BaseError } from './BaseError.ts'

/** A hook was used outside `<LogsProvider>`. */
export class MissingProviderError extends BaseError {
  override name = 'MissingProviderError'

  constructor() {
    super('This component is not inside a <LogsProvider>.', {
      advice: 'Wrap the app in <LogsProvider config={config}>, or pass `config` to the hook.',
    })
  }
}
