import { BaseError } from './BaseError.ts'

/** A part of the code that is loaded on demand could not be loaded: the page is offline, or a deployment has replaced the file. */
export class ModuleLoadError extends BaseError {
  override name = 'ModuleLoadError'

  constructor(cause: unknown) {
    super('A part of this page could not be loaded.', {
      advice: 'Check the connection and try again. If that does not help, reload the page.',
      cause,
    })
  }
}
