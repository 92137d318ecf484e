import { BaseError } from './BaseError.ts'

/** A hook was used outside `<LogsProvider>`, or a part of a table outside `<LogTable.Root>`. */
export class MissingProviderError extends BaseError {
  override name = 'MissingProviderError'

  /** The component that is missing: `LogsProvider` or `LogTable.Root`. */
  readonly provider: string

  constructor(what: string, provider: string, advice: string) {
    super(`${what} is not inside a <${provider}>.`, { advice })
    this.provider = provider
  }
}
