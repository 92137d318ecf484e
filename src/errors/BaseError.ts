export interface BaseErrorOptions {
  cause?: unknown
  /** What the user can do about it, in one sentence. */
  advice?: string | undefined
  /** The node's or service's own message, with URLs and keys already removed. */
  details?: string | undefined
}

/**
 * Base class of every error thrown by this library. The message says what happened, then what to do, then the details.
 *
 * @example
 * if (error instanceof BaseError) console.warn(error.shortMessage, error.docsPath)
 */
export class BaseError extends Error {
  override name = 'Topic0Error'
  /** What happened, in one sentence. */
  readonly shortMessage: string
  /** What the user can do about it, in one sentence. */
  readonly advice: string | undefined
  /** The node's or service's own message, if it sent one. */
  readonly details: string | undefined

  constructor(shortMessage: string, options: BaseErrorOptions = {}) {
    const { advice, details, cause } = options
    const message = [shortMessage, advice, details && `Details: ${details}`].filter(Boolean).join('\n')
    super(message, cause === undefined ? undefined : { cause })
    this.shortMessage = shortMessage
    this.advice = advice
    this.details = details
  }

  /** The page about this error in the documentation: `/errors/invalid-query`. */
  get docsPath(): string {
    return `/errors/${this.name
      .slice(0, -5)
      .replace(/\B[A-Z]/g, '-$&')
      .toLowerCase()}`
  }

  /** A plain object for loggers. Block numbers become decimal strings, because `JSON.stringify` throws on a bigint. */
  toJSON(): object {
    const { message } = this
    const toText = (_: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
    return JSON.parse(JSON.stringify(Object.assign({}, this, { message }), toText)) as object
  }

  /** Returns the first error in the chain of causes that matches, starting with this one. Without `match`, the root cause. */
  walk(match?: (error: unknown) => boolean): unknown {
    const errors = causesOf(this)
    return match ? errors.find((error) => match(error)) : errors.at(-1)
  }
}

/** Errors whose short message says no more than their kind. Translations leave it out of the details. */
export const genericErrors = /* @__PURE__ */ new WeakSet<Error>()

/** Finds the first {@link BaseError} in a chain of causes. Needed with viem, which wraps whatever a transport throws. */
export function findTopic0Error(error: unknown): BaseError | undefined {
  return causesOf(error).find((one) => one instanceof BaseError)
}

/** An error and its causes, outermost first, each once: causes may form a circle. */
function causesOf(error: unknown): unknown[] {
  const errors: unknown[] = []
  let next = error
  while (next !== undefined && !errors.includes(next)) {
    errors.push(next)
    next = next instanceof Error ? next.cause : undefined
  }
  return errors
}
